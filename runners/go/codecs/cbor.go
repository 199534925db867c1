package codecs

import "runner/values"

// CBOR by Marshal and Unmarshal, with the tags that the library knows.
func openCBOR(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, values.CBORWriter.Marshal, values.CBORReader.Unmarshal), nil
}
