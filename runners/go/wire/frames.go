// Package wire reads and writes files of objects: protocol/v2/README.md, Data.
package wire

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// Frame is an object's type and its bytes.
type Frame struct {
	Type int
	Data []byte
}

// ReadFrames reads a file of objects or of encoded ones.
func ReadFrames(path string) ([]Frame, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var frames []Frame
	for in := bytes.NewReader(data); in.Len() > 0; {
		kind, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, err
		}
		size, err := binary.ReadUvarint(in)
		if err != nil {
			return nil, err
		}
		if size > uint64(in.Len()) {
			return nil, io.ErrUnexpectedEOF
		}
		at := len(data) - in.Len()
		end := at + int(size)
		frames = append(frames, Frame{int(kind), data[at:end:end]})
		if _, err := in.Seek(int64(size), io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	return frames, nil
}

// WriteFrames writes such a file.
func WriteFrames(path string, frames []Frame) error {
	var out []byte
	for _, frame := range frames {
		out = binary.AppendUvarint(out, uint64(frame.Type))
		out = binary.AppendUvarint(out, uint64(len(frame.Data)))
		out = append(out, frame.Data...)
	}
	return os.WriteFile(path, out, 0o644)
}
