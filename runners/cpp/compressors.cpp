#include "compressors.hpp"

#include <zlib.h>

#include <stdexcept>

#if __has_include(<zstd.h>)
#include <zstd.h>
#endif
#if __has_include(<brotli/encode.h>)
#include <brotli/decode.h>
#include <brotli/encode.h>
#endif

namespace {

constexpr std::size_t kLeast = 4096;

// gzip by zlib, two streams kept: zlib's own compress() writes zlib's format.
class Gzip final : public Compressor {
 public:
  Gzip(int level, View) {
    constexpr int kWindow = 15, kGzip = 16;
    check(deflateInit2(&deflate_, level, Z_DEFLATED, kWindow + kGzip, 8, Z_DEFAULT_STRATEGY));
    check(inflateInit2(&inflate_, kWindow + kGzip));
  }
  ~Gzip() override {
    deflateEnd(&deflate_);
    inflateEnd(&inflate_);
  }
  View compress(View data) override {
    check(deflateReset(&deflate_));
    take(deflate_, data);
    out_.resize(deflateBound(&deflate_, data.size()));
    return filled(deflate_, [this] { return deflate(&deflate_, Z_FINISH); });
  }
  View decompress(View data) override {
    check(inflateReset(&inflate_));
    take(inflate_, data);
    if (out_.size() < kLeast) out_.resize(kLeast);
    return filled(inflate_, [this] { return inflate(&inflate_, Z_FINISH); });
  }

 private:
  static void check(int status) {
    if (status != Z_OK) throw std::runtime_error(std::string("zlib: ") + zError(status));
  }
  static void take(z_stream& stream, View data) {
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
  }
  template <class Go>
  View filled(z_stream& stream, Go go) {
    for (std::size_t size = 0;;) {
      stream.next_out = reinterpret_cast<Bytef*>(out_.data() + size);
      stream.avail_out = static_cast<uInt>(out_.size() - size);
      const int status = go();
      size = out_.size() - stream.avail_out;
      if (status == Z_STREAM_END) return View(out_).substr(0, size);
      if (stream.avail_out != 0) check(status == Z_BUF_ERROR || status == Z_OK ? Z_DATA_ERROR : status);
      out_.resize(out_.size() * 2);
    }
  }

  z_stream deflate_{}, inflate_{};
  std::string out_;
};

#ifdef ZSTD_VERSION_STRING
// Zstandard, two contexts kept, as its manual asks for, and with them a dictionary, which is digested once.
class Zstandard final : public Compressor {
 public:
  Zstandard(int level, View dictionary) {
    checked(ZSTD_CCtx_setParameter(to_.get(), ZSTD_c_compressionLevel, level));
    checked(ZSTD_CCtx_loadDictionary(to_.get(), dictionary.data(), dictionary.size()));
    checked(ZSTD_DCtx_loadDictionary(from_.get(), dictionary.data(), dictionary.size()));
  }
  View compress(View data) override {
    out_.resize(ZSTD_compressBound(data.size()));
    const auto size = ZSTD_compress2(to_.get(), out_.data(), out_.size(), data.data(), data.size());
    return View(out_).substr(0, checked(size));
  }
  View decompress(View data) override {
    const auto size = ZSTD_getFrameContentSize(data.data(), data.size());
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) {
      return unknown(data);
    }
    out_.resize(size);
    const auto got = ZSTD_decompressDCtx(from_.get(), out_.data(), out_.size(), data.data(), data.size());
    return View(out_).substr(0, checked(got));
  }

 private:
  static std::size_t checked(std::size_t size) {
    if (ZSTD_isError(size)) throw std::runtime_error(std::string("zstd: ") + ZSTD_getErrorName(size));
    return size;
  }
  // A stream that does not state its size.
  View unknown(View data) {
    checked(ZSTD_DCtx_reset(from_.get(), ZSTD_reset_session_only));
    ZSTD_inBuffer in{data.data(), data.size(), 0};
    out_.resize(kLeast);
    for (std::size_t size = 0;;) {
      ZSTD_outBuffer out{out_.data(), out_.size(), size};
      const auto left = checked(ZSTD_decompressStream(from_.get(), &out, &in));
      size = out.pos;
      if (left == 0) return View(out_).substr(0, size);
      if (out.pos < out.size) throw std::runtime_error("zstd: its end is missing");
      out_.resize(out_.size() * 2);
    }
  }

  template <class Context, std::size_t (*End)(Context*)>
  struct Ending {
    void operator()(Context* context) const { End(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Ending<ZSTD_CCtx, ZSTD_freeCCtx>> to_{ZSTD_createCCtx()};
  std::unique_ptr<ZSTD_DCtx, Ending<ZSTD_DCtx, ZSTD_freeDCtx>> from_{ZSTD_createDCtx()};
  std::string out_;
};
#endif

#ifdef BROTLI_DECODER_ERROR_CODES_LIST
class Brotli final : public Compressor {
 public:
  Brotli(int level, View) : level_(level) {}
  View compress(View data) override {
    std::size_t size = BrotliEncoderMaxCompressedSize(data.size());
    out_.resize(size);
    if (!BrotliEncoderCompress(level_, BROTLI_DEFAULT_WINDOW, BROTLI_DEFAULT_MODE, data.size(), bytes(data.data()),
                               &size, bytes(out_.data()))) {
      throw std::runtime_error("brotli: it does not compress");
    }
    return View(out_).substr(0, size);
  }
  View decompress(View data) override {
    const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
    const std::uint8_t* in = bytes(data.data());
    std::size_t in_left = data.size(), size = 0;
    for (out_.resize(std::max(kLeast, out_.size()));; out_.resize(out_.size() * 2)) {
      std::uint8_t* out = bytes(out_.data() + size);
      std::size_t left = out_.size() - size;
      const auto result = BrotliDecoderDecompressStream(state.get(), &in_left, &in, &left, &out, nullptr);
      size = out_.size() - left;
      if (result == BROTLI_DECODER_RESULT_SUCCESS) return View(out_).substr(0, size);
      if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
        throw std::runtime_error(std::string("brotli: ") +
                                 BrotliDecoderErrorString(BrotliDecoderGetErrorCode(state.get())));
      }
    }
  }

 private:
  static const std::uint8_t* bytes(const char* data) { return reinterpret_cast<const std::uint8_t*>(data); }
  static std::uint8_t* bytes(char* data) { return reinterpret_cast<std::uint8_t*>(data); }

  int level_;
  std::string out_;
};

std::string brotli_version() {
  const auto version = BrotliEncoderVersion();
  return std::to_string(version >> 24) + "." + std::to_string(version >> 12 & 0xfff) + "." +
         std::to_string(version & 0xfff);
}
#endif

template <class C>
std::unique_ptr<Compressor> opened(int level, View dictionary) {
  return std::make_unique<C>(level, dictionary);
}

OfferedCompressor missing(const char* header, const char* package) {
  return {"", nullptr, std::string("there is no ") + header + ": sudo apt-get install " + package};
}

}  // namespace

const std::map<std::string, OfferedCompressor>& compressors() {
  static const std::map<std::string, OfferedCompressor> all = {
      {"gzip", {ZLIB_VERSION, opened<Gzip>, ""}},
#ifdef ZSTD_VERSION_STRING
      {"zstd", {ZSTD_VERSION_STRING, opened<Zstandard>, ""}},
      {"zstd-dictionary", {ZSTD_VERSION_STRING, opened<Zstandard>, ""}},
#else
      {"zstd", missing("zstd.h", "libzstd-dev")},
      {"zstd-dictionary", missing("zstd.h", "libzstd-dev")},
#endif
#ifdef BROTLI_DECODER_ERROR_CODES_LIST
      {"brotli", {brotli_version(), opened<Brotli>, ""}},
#else
      {"brotli", missing("brotli/encode.h", "libbrotli-dev")},
#endif
  };
  return all;
}
