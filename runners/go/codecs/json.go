package codecs

import (
	"encoding/json"
	"reflect"
)

// JSON by Marshal and Unmarshal.
func openJSON(of reflect.Type, _ map[string]string) Coder {
	return Coder{json.Marshal, func(data []byte) (any, error) {
		object := reflect.New(of).Interface()
		return object, json.Unmarshal(data, object)
	}}
}
