package codecs

import "google.golang.org/protobuf/proto"

// Protocol Buffers by Google's library.
func openProtobuf(p Payload, _ map[string]string) (Coder, error) {
	return converting(p.Messages["protobuf"], func(message any) ([]byte, error) { return proto.Marshal(message.(proto.Message)) },
		func(data []byte, message any) error { return proto.Unmarshal(data, message.(proto.Message)) }), nil
}
