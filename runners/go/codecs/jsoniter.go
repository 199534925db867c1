package codecs

import "github.com/json-iterator/go"

// JSON by jsoniter, as its manual says it replaces encoding/json.
func openJsoniter(p Payload, _ map[string]string) (Coder, error) {
	api := jsoniter.ConfigCompatibleWithStandardLibrary
	return marshalling(p, api.Marshal, api.Unmarshal), nil
}
