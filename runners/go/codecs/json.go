package codecs

import "encoding/json"

// JSON by Marshal and Unmarshal.
func openJSON(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, json.Marshal, json.Unmarshal), nil
}
