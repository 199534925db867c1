package codecs

import (
	"github.com/go-json-experiment/json"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// JSON by the module that is encoding/json/v2. Its own omitempty would leave out a pointer to an empty text.
func openJSONv2(p Payload, _ map[string]string) (Coder, error) {
	options := jsonv1.OmitEmptyWithLegacySemantics(true)
	return marshalling(p, func(object any) ([]byte, error) { return json.Marshal(object, options) },
		func(data []byte, object any) error { return json.Unmarshal(data, object, options) }), nil
}
