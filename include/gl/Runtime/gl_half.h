/*===-- gl_half.h - Conversions of narrow floats ------------------*- C -*-===*\
|*
|* IEEE binary16 and bfloat16 conversions in plain integer arithmetic. All
|* round to nearest, ties to even; values too large become infinity; subnormals
|* are exact or correctly rounded; a NaN stays a NaN (quiet, sign and the upper
|* payload bits kept), also one whose payload is in the low bits only.
|*
|* f8E4M3FN has no infinity: what is too large for it, infinity included,
becomes
|* NaN (0x7f or 0xff), as PyTorch's .to(torch.float8_e4m3fn) has it. Numbers up
|* to 464, halfway to the next, round to 448, the largest. A caller who wants
|* values to saturate clamps them first.
|*
|* The first group is for ordinary callers. The second has the calling
|* convention that LLVM uses on x86-64 for the helpers __extendhfsf2,
|* __truncsfhf2, __truncdfhf2, __truncsfbf2 and __truncdfbf2 when the CPU lacks
|* the instructions: the 16-bit value is in the low bits of an SSE register. A
|* JIT or a linker can bind those names to these functions. They are thread-safe
|* and cannot fail.
|*
\*===----------------------------------------------------------------------===*/

#ifndef GL_RUNTIME_GL_HALF_H
#define GL_RUNTIME_GL_HALF_H

#include "gl/Runtime/gl_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

GL_API float gl_f16_to_f32(uint16_t bits);
GL_API float gl_bf16_to_f32(uint16_t bits);
GL_API uint16_t gl_f32_to_f16(float value);
GL_API uint16_t gl_f32_to_bf16(float value);
GL_API uint16_t gl_f64_to_f16(double value);
GL_API uint16_t gl_f64_to_bf16(double value);
GL_API float gl_f8e4m3fn_to_f32(uint8_t bits);
GL_API float gl_f8e5m2_to_f32(uint8_t bits);
GL_API uint8_t gl_f32_to_f8e4m3fn(float value);
GL_API uint8_t gl_f32_to_f8e5m2(float value);

/** A 16-bit float in the low half of an SSE register; the high half is
    ignored on the way in and zero on the way out. */
typedef float gl_half_register;

GL_API float gl_extendhfsf2(gl_half_register value);
GL_API gl_half_register gl_truncsfhf2(float value);
GL_API gl_half_register gl_truncdfhf2(double value);
GL_API gl_half_register gl_truncsfbf2(float value);
GL_API gl_half_register gl_truncdfbf2(double value);

#ifdef __cplusplus
}
#endif

#endif /* GL_RUNTIME_GL_HALF_H */
