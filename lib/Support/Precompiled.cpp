// Holds the precompiled header that every library of the compiler reuses.
