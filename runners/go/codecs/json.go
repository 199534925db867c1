package codecs

import (
	"encoding/json"
	"reflect"
)

// JSON by Marshal and Unmarshal.
func openJSON(of reflect.Type, _ map[string]string) Coder {
	return marshalling(of, json.Marshal, json.Unmarshal)
}
