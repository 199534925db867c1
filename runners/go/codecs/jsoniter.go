package codecs

import (
	"reflect"

	"github.com/json-iterator/go"
)

// JSON by jsoniter, as its manual says it replaces encoding/json.
func openJsoniter(of reflect.Type, _ map[string]string) Coder {
	api := jsoniter.ConfigCompatibleWithStandardLibrary
	return marshalling(of, api.Marshal, api.Unmarshal)
}
