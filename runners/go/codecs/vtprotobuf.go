package codecs

// vtMessage has what vtprotobuf generates beside the messages of Google's library.
type vtMessage interface {
	MarshalVT() ([]byte, error)
	UnmarshalVT(data []byte) error
	UnmarshalVTUnsafe(data []byte) error
}

// Protocol Buffers by generated methods, with Google's messages.
func openVTProtobuf(p Payload, parameters map[string]string) (Coder, error) {
	read := vtMessage.UnmarshalVT
	if parameters["memory"] == "shared" {
		read = vtMessage.UnmarshalVTUnsafe
	}
	return converting(p.Messages["protobuf"], func(message any) ([]byte, error) { return message.(vtMessage).MarshalVT() },
		func(data []byte, message any) error { return read(message.(vtMessage), data) }), nil
}
