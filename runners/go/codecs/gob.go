package codecs

import (
	"bytes"
	"encoding/gob"
	"reflect"
)

// A gob is a stream; each object has one of its own, which begins with its types.
func openGob(of reflect.Type, _ map[string]string) Coder {
	return Coder{func(object any) ([]byte, error) {
		var out bytes.Buffer
		err := gob.NewEncoder(&out).Encode(object)
		return out.Bytes(), err
	}, func(data []byte) (any, error) {
		object := reflect.New(of).Interface()
		return object, gob.NewDecoder(bytes.NewReader(data)).Decode(object)
	}}
}
