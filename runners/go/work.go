package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// intoFile writes a file for each call.
func intoFile(path string) loop {
	return func(copies [][]input, next, calls int) (int64, error) {
		var sum int64
		for range calls {
			var all bytes.Buffer
			for at := range copies[next] {
				one := &copies[next][at]
				out, err := one.coder.Serialize(one.object)
				if err != nil {
					return 0, err
				}
				sum += sinkBytes(out)
				all.Write(out)
			}
			if err := os.WriteFile(path, all.Bytes(), 0o644); err != nil {
				return 0, err
			}
			next = (next + 1) % len(copies)
		}
		return sum, nil
	}
}

// fromFile reads a file for each call; `folder` has one for each copy.
func fromFile(folder string, copies [][]input) (loop, error) {
	paths := make([]string, len(copies))
	for at, copy := range copies {
		var all []byte
		for _, one := range copy {
			all = append(all, one.data...)
		}
		paths[at] = filepath.Join(folder, "copy-"+strconv.Itoa(at))
		if err := os.WriteFile(paths[at], all, 0o644); err != nil {
			return nil, err
		}
	}
	return func(copies [][]input, next, calls int) (int64, error) {
		var sum int64
		for range calls {
			data, err := os.ReadFile(paths[next])
			if err != nil {
				return 0, err
			}
			for _, one := range copies[next] {
				size := len(one.data)
				if _, err := one.coder.Deserialize(data[:size:size]); err != nil {
					return 0, err
				}
				data = data[size:]
				sum++
			}
			next = (next + 1) % len(copies)
		}
		return sum, nil
	}, nil
}
