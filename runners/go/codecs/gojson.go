package codecs

import (
	"reflect"

	"github.com/goccy/go-json"
)

// JSON by go-json, which has the interface of encoding/json.
func openGoJSON(of reflect.Type, _ map[string]string) Coder {
	return marshalling(of, json.Marshal, json.Unmarshal)
}
