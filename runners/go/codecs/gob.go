package codecs

import (
	"bytes"
	"encoding/gob"
)

// A gob is a stream; each object has one of its own, which begins with its types.
func openGob(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, func(object any) ([]byte, error) {
		var out bytes.Buffer
		err := gob.NewEncoder(&out).Encode(object)
		return out.Bytes(), err
	}, func(data []byte, object any) error { return gob.NewDecoder(bytes.NewReader(data)).Decode(object) }), nil
}
