package session

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// intoFile writes a file in `folder` for each call.
func intoFile(pieces [][]piece[any, []byte], folder string) loop {
	path := filepath.Join(folder, "serialized")
	return func(next, calls int) (int64, error) {
		var sum int64
		for range calls {
			var all bytes.Buffer
			for _, one := range pieces[next] {
				out, err := one.do(one.in)
				if err != nil {
					return 0, err
				}
				sum += sinkBytes(out)
				all.Write(out)
			}
			if err := os.WriteFile(path, all.Bytes(), 0o644); err != nil {
				return 0, err
			}
			next = (next + 1) % len(pieces)
		}
		return sum, nil
	}
}

// fromFile reads a file for each call; `folder` has one for each copy.
func fromFile(pieces [][]piece[[]byte, any], folder string) (loop, error) {
	paths := make([]string, len(pieces))
	for at, copy := range pieces {
		var all []byte
		for _, one := range copy {
			all = append(all, one.in...)
		}
		paths[at] = filepath.Join(folder, "copy-"+strconv.Itoa(at))
		if err := os.WriteFile(paths[at], all, 0o644); err != nil {
			return nil, err
		}
	}
	return func(next, calls int) (int64, error) {
		var sum int64
		for range calls {
			data, err := os.ReadFile(paths[next])
			if err != nil {
				return 0, err
			}
			for _, one := range pieces[next] {
				size := len(one.in)
				if _, err := one.do(data[:size:size]); err != nil {
					return 0, err
				}
				data = data[size:]
				sum++
			}
			next = (next + 1) % len(pieces)
		}
		return sum, nil
	}, nil
}
