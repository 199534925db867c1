package codecs

import (
	"reflect"

	"github.com/json-iterator/go"
)

// JSON by jsoniter, as its manual says it replaces encoding/json.
func openJsoniter(of reflect.Type, _ map[string]string) Coder {
	api := jsoniter.ConfigCompatibleWithStandardLibrary
	return Coder{api.Marshal, func(data []byte) (any, error) {
		object := reflect.New(of).Interface()
		return object, api.Unmarshal(data, object)
	}}
}
