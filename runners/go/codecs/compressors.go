package codecs

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// squeeze compresses or decompresses.
type squeeze func(data []byte) ([]byte, error)

type compressor struct {
	module string // as of Codec
	open   func(level int, dictionary []byte) (compress, decompress squeeze, err error)
}

var compressors = map[string]compressor{
	"gzip":            {"", openGzip},
	"zstd":            {"github.com/klauspost/compress", openZstd},
	"zstd-dictionary": {"github.com/klauspost/compress", openZstdDictionary},
	"lz4":             {"github.com/pierrec/lz4/v4", openLZ4},
	"brotli":          {"github.com/andybalholm/brotli", openBrotli},
}

// Compressed has a compressor behind the codec, with a dictionary if it takes one.
func (c Coder) Compressed(name string, level int, dictionary []byte) (Coder, error) {
	compress, decompress, err := compressors[name].open(level, dictionary)
	made := c
	made.Compress, made.Decompress = compress, decompress
	made.Serialize = func(object any) ([]byte, error) {
		data, err := c.Serialize(object)
		if err != nil {
			return nil, err
		}
		return compress(data)
	}
	made.Deserialize = func(data []byte) (any, error) {
		data, err := decompress(data)
		if err != nil {
			return nil, err
		}
		return c.Deserialize(data)
	}
	return made, err
}

// writer is what the libraries of streams have in common: one is used again for each stream.
type writer interface {
	io.WriteCloser
	Reset(into io.Writer)
}

func streaming(w writer, r io.Reader, reset func(from io.Reader) error) (compress, decompress squeeze, err error) {
	compress = func(data []byte) ([]byte, error) {
		var out bytes.Buffer
		w.Reset(&out)
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
		err := w.Close()
		return out.Bytes(), err
	}
	decompress = func(data []byte) ([]byte, error) {
		if err := reset(bytes.NewReader(data)); err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	}
	return compress, decompress, nil
}

func openGzip(level int, _ []byte) (squeeze, squeeze, error) {
	w, err := gzip.NewWriterLevel(nil, level)
	if err != nil {
		return nil, nil, err
	}
	r := new(gzip.Reader)
	return streaming(w, r, r.Reset)
}

func openZstd(level int, _ []byte) (squeeze, squeeze, error) { return blocks(level, nil, nil) }

func openZstdDictionary(level int, dictionary []byte) (squeeze, squeeze, error) {
	return blocks(level, []zstd.EOption{zstd.WithEncoderDict(dictionary)}, []zstd.DOption{zstd.WithDecoderDicts(dictionary)})
}

// Blocks, as the library says for data that is in memory.
func blocks(level int, writing []zstd.EOption, reading []zstd.DOption) (squeeze, squeeze, error) {
	at := zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(level))
	w, err := zstd.NewWriter(nil, append(writing, at, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		return nil, nil, err
	}
	r, err := zstd.NewReader(nil, append(reading, zstd.WithDecoderConcurrency(1))...)
	compress := func(data []byte) ([]byte, error) { return w.EncodeAll(data, nil), nil }
	return compress, func(data []byte) ([]byte, error) { return r.DecodeAll(data, nil) }, err
}

func openLZ4(level int, _ []byte) (squeeze, squeeze, error) {
	w, r := lz4.NewWriter(nil), lz4.NewReader(nil)
	if level > 0 {
		if err := w.Apply(lz4.CompressionLevelOption(lz4.Level1 << (level - 1))); err != nil {
			return nil, nil, err
		}
	}
	return streaming(w, r, func(from io.Reader) error {
		r.Reset(from)
		return nil
	})
}

func openBrotli(level int, _ []byte) (squeeze, squeeze, error) {
	r := brotli.NewReader(nil)
	return streaming(brotli.NewWriterLevel(nil, level), r, r.Reset)
}
