//===- Npy.cpp - Reading and writing NumPy's .npy files -------------------===//
//
// A file is a magic string, a version, the length of a header, the header (the
// text of a Python dict) and the elements. The header is parsed by a small
// scanner for exactly that dict: no C or C++ function that looks at the locale
// is involved, and numbers that do not fit 64 bits are errors. Sizes are
// checked against the file before any memory is asked for.
//
//===----------------------------------------------------------------------===//
#include "gl/Support/Npy.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace gl {

static_assert(sizeof(off_t) == 8, "files over 2 GiB need a 64-bit off_t");

static constexpr char magic[] = "\x93NUMPY";
static constexpr int64_t magicBytes = 6;
/// No honest header comes near this; it bounds the memory a bad file can claim.
static constexpr int64_t maxHeaderBytes = int64_t(1) << 24;

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

/// Text of a file for a message: in quotes, bounded, without control bytes.
static std::string quoted(const std::string &text) {
  std::string result = "'" + text.substr(0, 100) + "'";
  if (text.size() > 100)
    result += "...";
  for (char &c : result)
    if (c >= 0 && c < ' ')
      c = '?';
  return result;
}

namespace {

struct Header {
  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;
};

/// Scanner for {'descr': ..., 'fortran_order': ..., 'shape': ..., }, keys in
/// any order.
class HeaderParser {
public:
  HeaderParser(const std::string &text, std::string &error)
      : text(text), error(error) {}

  bool parse(Header &header) {
    bool haveDescr = false, haveOrder = false, haveShape = false;
    if (!expect('{'))
      return false;
    while (!accept('}')) {
      std::string key;
      if (!parseString(key) || !expect(':'))
        return false;
      bool *have = key == "descr"           ? &haveDescr
                   : key == "fortran_order" ? &haveOrder
                   : key == "shape"         ? &haveShape
                                            : nullptr;
      if (!have)
        return fail("unknown key " + quoted(key));
      if (*have)
        return fail("key '" + key + "' appears twice");
      *have = true;
      if (have == &haveDescr   ? !parseDescr(header.descr)
          : have == &haveOrder ? !parseBool(header.fortranOrder)
                               : !parseShape(header.shape))
        return false;
      if (accept(','))
        continue;
      if (!expect('}'))
        return false;
      break;
    }
    skipSpace();
    if (pos != text.size())
      return fail("text after the closing '}'");
    for (auto [have, key] :
         {std::pair(haveDescr, "descr"), std::pair(haveOrder, "fortran_order"),
          std::pair(haveShape, "shape")})
      if (!have)
        return fail("key '" + std::string(key) + "' is missing");
    return true;
  }

private:
  bool fail(const std::string &message) {
    error = "malformed header: " + message;
    return false;
  }

  void skipSpace() {
    while (pos < text.size() &&
           (text[pos] == ' ' || (text[pos] >= '\t' && text[pos] <= '\r')))
      ++pos;
  }

  bool accept(char c) {
    skipSpace();
    if (pos == text.size() || text[pos] != c)
      return false;
    ++pos;
    return true;
  }

  bool expect(char c) {
    if (accept(c))
      return true;
    return fail("expected '" + std::string(1, c) + "' at byte " +
                std::to_string(pos));
  }

  bool acceptWord(const char *word) {
    skipSpace();
    size_t length = std::strlen(word);
    if (text.compare(pos, length, word) != 0)
      return false;
    pos += length;
    return true;
  }

  bool parseString(std::string &value) {
    skipSpace();
    char quote = pos < text.size() ? text[pos] : '\0';
    if (quote != '\'' && quote != '"')
      return fail("expected a string at byte " + std::to_string(pos));
    size_t end = text.find(quote, pos + 1);
    if (end == std::string::npos)
      return fail("a string has no end");
    value = text.substr(pos + 1, end - pos - 1);
    pos = end + 1;
    return true;
  }

  /// A string, or the list of a structured dtype, which is kept as text for the
  /// message that refuses it.
  bool parseDescr(std::string &descr) {
    skipSpace();
    if (pos == text.size() || (text[pos] != '[' && text[pos] != '('))
      return parseString(descr);
    size_t begin = pos;
    int64_t depth = 0;
    do {
      char c = pos < text.size() ? text[pos] : '\0';
      if (c == '\'' || c == '"') {
        std::string ignored;
        if (!parseString(ignored))
          return false;
        continue;
      }
      if (pos == text.size())
        return fail("the list of 'descr' has no end");
      depth += (c == '[' || c == '(') - (c == ']' || c == ')');
      ++pos;
    } while (depth);
    descr = text.substr(begin, pos - begin);
    return true;
  }

  bool parseBool(bool &value) {
    value = acceptWord("True");
    if (value || acceptWord("False"))
      return true;
    return fail("'fortran_order' is neither True nor False");
  }

  bool parseShape(std::vector<int64_t> &shape) {
    if (!accept('('))
      return fail("'shape' is not a tuple");
    while (!accept(')')) {
      int64_t dim;
      if (!parseDim(shape.size(), dim))
        return false;
      shape.push_back(dim);
      if (accept(','))
        continue;
      if (!expect(')'))
        return false;
      if (shape.size() == 1)
        return fail("'shape' is a number in parentheses, not a tuple");
      break;
    }
    return true;
  }

  bool parseDim(size_t number, int64_t &dim) {
    bool negative = accept('-');
    skipSpace();
    size_t begin = pos;
    bool overflow = false;
    dim = 0;
    for (; pos < text.size() && text[pos] >= '0' && text[pos] <= '9'; ++pos) {
      overflow |= __builtin_mul_overflow(dim, int64_t(10), &dim);
      overflow |= __builtin_add_overflow(dim, int64_t(text[pos] - '0'), &dim);
    }
    if (pos == begin)
      return fail("dim " + std::to_string(number) +
                  " of 'shape' is not an integer");
    std::string digits = text.substr(begin, std::min<size_t>(pos - begin, 40));
    if (pos - begin > digits.size())
      digits += "...";
    // Python 2 wrote long integers as 3L.
    if (pos < text.size() && text[pos] == 'L')
      ++pos;
    if (negative)
      return fail("dim " + std::to_string(number) + " is negative: -" + digits);
    if (overflow)
      return fail("dim " + std::to_string(number) +
                  " is greater than 2^63 - 1: " + digits);
    return true;
  }

  const std::string &text;
  std::string &error;
  size_t pos = 0;
};

struct Encoding {
  DType dtype;
  bool bigEndian;
};

} // namespace

static bool hostIsBigEndian() {
  uint16_t one = 1;
  unsigned char first;
  std::memcpy(&first, &one, 1);
  return first == 0;
}

static std::optional<Encoding> decodeDescr(const std::string &descr) {
  if (descr.size() != 3)
    return std::nullopt;
  char order = descr[0];
  std::string type = descr.substr(1);
  if (order == '<' || order == '|') {
    if (type == "V2")
      return Encoding{DType::BF16, false};
    if (type == "V1")
      return Encoding{DType::F8E4M3FN, false};
    if (type == "f1")
      return Encoding{DType::F8E5M2, false};
  }
  if (order != '<' && order != '>' && order != '=')
    return std::nullopt;
  bool big = order == '>' || (order == '=' && hostIsBigEndian());
  if (type == "f2")
    return Encoding{DType::F16, big};
  if (type == "f4")
    return Encoding{DType::F32, big};
  if (type == "f8")
    return Encoding{DType::F64, big};
  return std::nullopt;
}

static const char *encodeDescr(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "<f4";
  case DType::F16:
    return "<f2";
  case DType::BF16:
    return "<V2";
  case DType::F8E4M3FN:
    return "<V1";
  case DType::F8E5M2:
    return "<f1";
  case DType::F64:
    break;
  }
  return "<f8";
}

/// Everything in front of the elements; its size is a multiple of 64, so that
/// a mapped file has aligned elements.
static std::string makePreamble(DType dtype,
                                const std::vector<int64_t> &shape) {
  std::string dict =
      std::string("{'descr': '") + encodeDescr(dtype) +
      "', 'fortran_order': False, 'shape': " + formatTuple(shape) + ", }";
  int version = 1;
  size_t fixed = magicBytes + 2 + 2;
  size_t total = (fixed + dict.size() + 1 + 63) / 64 * 64;
  if (total - fixed > 65535) {
    version = 2;
    fixed += 2;
    total = (fixed + dict.size() + 1 + 63) / 64 * 64;
  }
  dict.resize(total - fixed - 1, ' ');
  dict += '\n';
  std::string preamble = magic;
  preamble += static_cast<char>(version);
  preamble += '\0';
  for (int byte = 0; byte < (version == 1 ? 2 : 4); ++byte)
    preamble += static_cast<char>((dict.size() >> (8 * byte)) & 0xFF);
  return preamble + dict;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {

/// A file descriptor that closes itself.
class File {
public:
  explicit File(int fd) : fd(fd) {}
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File() { close(); }

  bool isOpen() const { return fd >= 0; }
  int get() const { return fd; }

  /// Returns 0 or errno. A full disk may be reported as late as here.
  int close() {
    int result = fd >= 0 && ::close(fd) != 0 ? errno : 0;
    fd = -1;
    return result;
  }

  /// Reads until `bytes` have come or the file ends; returns how many came, or
  /// -1 with errno set.
  int64_t read(void *target, int64_t bytes) {
    auto *out = static_cast<char *>(target);
    int64_t done = 0;
    while (done < bytes) {
      ssize_t got = ::read(fd, out + done, step(bytes - done));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return -1;
      if (got == 0)
        break;
      done += got;
    }
    return done;
  }

  /// Returns 0 or errno.
  int write(const void *source, int64_t bytes) {
    auto *in = static_cast<const char *>(source);
    while (bytes > 0) {
      ssize_t put = ::write(fd, in, step(bytes));
      if (put < 0 && errno == EINTR)
        continue;
      if (put < 0)
        return errno;
      in += put;
      bytes -= put;
    }
    return 0;
  }

private:
  /// One system call moves less than 2 GiB on Linux.
  static size_t step(int64_t bytes) {
    return static_cast<size_t>(std::min<int64_t>(bytes, int64_t(1) << 30));
  }

  int fd;
};

} // namespace

static void swapBytes(unsigned char *data, int64_t elements, int64_t size) {
  for (int64_t i = 0; i < elements; ++i)
    std::reverse(data + i * size, data + (i + 1) * size);
}

static std::string bytesText(int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::optional<HostArray> readNpy(const std::string &path, std::string &error) {
  auto fail = [&](const std::string &message) {
    error = path + ": " + message;
    return std::nullopt;
  };
  auto failErrno = [&](const char *what) {
    int code = errno;
    return fail(std::string(what) + ": " + std::strerror(code));
  };

  // Without O_NONBLOCK the open itself would wait for a pipe's other end.
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.isOpen())
    return failErrno("cannot open");
  struct stat status;
  if (::fstat(file.get(), &status) != 0)
    return failErrno("cannot stat");
  if (!S_ISREG(status.st_mode))
    return fail("not a regular file");
  int64_t fileBytes = status.st_size;

  unsigned char fixed[12] = {};
  int64_t got = file.read(fixed, 8);
  if (got < 0)
    return failErrno("cannot read");
  if (got < magicBytes || std::memcmp(fixed, magic, magicBytes) != 0)
    return fail("not a .npy file: it does not start with \\x93NUMPY (" +
                bytesText(fileBytes) + ")");
  if (got < 8)
    return fail("cut short: expected at least 10 bytes, the file has " +
                std::to_string(fileBytes));
  int major = fixed[6], minor = fixed[7];
  if (major < 1 || major > 3 || minor != 0)
    return fail(".npy version " + std::to_string(major) + "." +
                std::to_string(minor) + " is not 1.0, 2.0 or 3.0");

  int64_t lengthBytes = major == 1 ? 2 : 4;
  got = file.read(fixed + 8, lengthBytes);
  if (got < 0)
    return failErrno("cannot read");
  if (got < lengthBytes)
    return fail("cut short: expected at least " + bytesText(8 + lengthBytes) +
                ", the file has " + std::to_string(fileBytes));
  int64_t headerBytes = 0;
  for (int64_t byte = lengthBytes; byte-- > 0;)
    headerBytes = headerBytes * 256 + fixed[8 + byte];
  int64_t preambleBytes = 8 + lengthBytes + headerBytes;
  if (preambleBytes > fileBytes)
    return fail("the header should end at byte " +
                std::to_string(preambleBytes) + ", the file has " +
                bytesText(fileBytes));
  if (headerBytes > maxHeaderBytes)
    return fail("a header of " + bytesText(headerBytes) +
                " is longer than the limit of " +
                std::to_string(maxHeaderBytes));
  std::string text(static_cast<size_t>(headerBytes), '\0');
  got = file.read(&text[0], headerBytes);
  if (got < 0)
    return failErrno("cannot read");
  if (got < headerBytes)
    return fail("the file shrank while it was read");

  Header header;
  std::string reason;
  if (!HeaderParser(text, reason).parse(header))
    return fail(reason);
  std::optional<Encoding> encoding = decodeDescr(header.descr);
  if (!encoding)
    return fail("dtype " + quoted(header.descr) +
                " is not supported; expected f2, f4 or f8 (f16, f32, f64), "
                "V2 (bf16), V1 (f8E4M3FN) or f1 (f8E5M2)");

  // The size is known to fit only after this check, which create() repeats.
  int64_t size = dtypeBytes(encoding->dtype);
  int64_t dataBytes = size;
  for (int64_t dim : header.shape)
    if (dim && __builtin_mul_overflow(dataBytes, dim, &dataBytes))
      return fail("an array of shape " + formatTuple(header.shape) +
                  " and dtype '" + header.descr +
                  "' takes more than 2^63 - 1 bytes");
  if (std::count(header.shape.begin(), header.shape.end(), 0))
    dataBytes = 0;
  if (dataBytes != fileBytes - preambleBytes)
    return fail("expected " + bytesText(dataBytes) + " of data for shape " +
                formatTuple(header.shape) + " and dtype '" + header.descr +
                "' after the header of " + bytesText(preambleBytes) +
                ", the file has " + std::to_string(fileBytes - preambleBytes));

  std::vector<int64_t> strides(header.shape.size());
  int64_t stride = 1;
  for (size_t i = 0; i < strides.size(); ++i) {
    size_t d = header.fortranOrder ? i : strides.size() - 1 - i;
    strides[d] = stride;
    if (header.shape[d] > 1)
      stride *= header.shape[d];
  }
  std::optional<HostArray> array =
      HostArray::create(encoding->dtype, header.shape, strides, reason);
  if (!array)
    return fail(reason);
  got = file.read(array->buffer(), dataBytes);
  if (got < 0)
    return failErrno("cannot read");
  if (got != dataBytes)
    return fail("expected " + bytesText(dataBytes) + " of data, the file has " +
                std::to_string(got) + ": it shrank while it was read");
  if (size > 1 && encoding->bigEndian != hostIsBigEndian())
    swapBytes(array->buffer(), array->numElements(), size);
  return array;
}

/// Writes header and elements; returns 0 or errno.
static int writeArray(File &file, const HostArray &array) {
  std::string preamble = makePreamble(array.dtype(), array.shape());
  if (int code =
          file.write(preamble.data(), static_cast<int64_t>(preamble.size())))
    return code;
  if (array.isContiguous() && !hostIsBigEndian())
    return file.write(array.data(),
                      array.numElements() * dtypeBytes(array.dtype()));

  // Gather the elements into a block and write it whenever it is full.
  int64_t size = dtypeBytes(array.dtype());
  constexpr int64_t blockBytes = int64_t(1) << 20;
  std::vector<unsigned char> block(blockBytes);
  int64_t used = 0;
  int code = 0;
  auto flush = [&] {
    if (hostIsBigEndian())
      swapBytes(block.data(), used / size, size);
    code = file.write(block.data(), used);
    used = 0;
  };
  auto *base = static_cast<const unsigned char *>(array.data());
  array.forEachRow(
      [&](int64_t, int64_t offset, int64_t length, int64_t stride) {
        for (int64_t i = 0; i < length && !code; ++i) {
          std::memcpy(block.data() + used, base + (offset + i * stride) * size,
                      static_cast<size_t>(size));
          used += size;
          if (used == blockBytes)
            flush();
        }
      });
  if (!code && used)
    flush();
  return code;
}

bool writeNpy(const std::string &path, const HostArray &array,
              std::string &error) {
  auto fail = [&](const char *what, int code) {
    error = path + ": " + what + ": " + std::strerror(code);
    return false;
  };

  if (path.empty())
    return fail("cannot write", ENOENT);
  // Renaming over a symbolic link would replace the link, and over a device
  // would replace the device.
  std::string target = path;
  struct stat status;
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode))
      return fail("cannot write", EISDIR);
    if (!S_ISREG(status.st_mode)) {
      File file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
      if (!file.isOpen())
        return fail("cannot open for writing", errno);
      int code = writeArray(file, array);
      if (!code)
        code = file.close();
      return code ? fail("cannot write", code) : true;
    }
    if (char *resolved = ::realpath(path.c_str(), nullptr)) {
      target = resolved;
      std::free(resolved);
    }
  }

  // The process id and a counter keep writers of the same path apart; a name
  // left by a dead process is skipped.
  static std::atomic<unsigned> counter{0};
  std::string temporary;
  int fd;
  do {
    temporary = target + ".tmp-" + std::to_string(::getpid()) + "-" +
                std::to_string(counter++);
    fd = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                0666);
  } while (fd < 0 && errno == EEXIST);
  File file(fd);
  if (!file.isOpen())
    return fail("cannot create", errno);

  int code = writeArray(file, array);
  if (!code)
    code = file.close();
  if (!code && ::rename(temporary.c_str(), target.c_str()) != 0)
    code = errno;
  if (!code)
    return true;
  ::unlink(temporary.c_str());
  return fail("cannot write", code);
}

} // namespace gl
