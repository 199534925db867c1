package codecs

import "github.com/goccy/go-json"

// JSON by go-json, which has the interface of encoding/json.
func openGoJSON(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, json.Marshal, json.Unmarshal), nil
}
