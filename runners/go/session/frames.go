// Files of objects and of encoded ones: protocol/v2/README.md, Data.
package session

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
)

// frame is an object's type and its bytes.
type frame struct {
	at   int // of its type among the payload types
	data []byte
}

// readFrames reads a file of objects or of encoded ones.
func readFrames(path string) ([]frame, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var frames []frame
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
		frames = append(frames, frame{int(kind), data[at:end:end]})
		if _, err := in.Seek(int64(size), io.SeekCurrent); err != nil {
			return nil, err
		}
	}
	return frames, nil
}

// writeFrames writes such a file.
func writeFrames(path string, frames []frame) error {
	var out []byte
	for _, frame := range frames {
		out = binary.AppendUvarint(out, uint64(frame.at))
		out = binary.AppendUvarint(out, uint64(len(frame.data)))
		out = append(out, frame.data...)
	}
	return os.WriteFile(path, out, 0o644)
}
