//go:build thrift

package codecs

import (
	"context"

	"github.com/apache/thrift/lib/go/thrift"
)

// Runner is the name of these codecs' manifest.
const Runner = "go-thrift"

// All codecs by name; Thrift's compiler makes their messages.
var All = map[string]Codec{
	"thrift-go-binary":  {"github.com/apache/thrift", openThrift(thrift.NewTBinaryProtocolFactoryConf(nil))},
	"thrift-go-compact": {"github.com/apache/thrift", openThrift(thrift.NewTCompactProtocolFactoryConf(nil))},
}

// Thrift by its serializer and deserializer, each with a buffer that is used again.
func openThrift(protocols thrift.TProtocolFactory) func(Payload, map[string]string) (Coder, error) {
	return func(p Payload, _ map[string]string) (Coder, error) {
		written, read := thrift.NewTMemoryBuffer(), thrift.NewTMemoryBuffer()
		serializer := &thrift.TSerializer{Transport: written, Protocol: protocols.GetProtocol(written)}
		deserializer := &thrift.TDeserializer{Transport: read, Protocol: protocols.GetProtocol(read)}
		return converting(p.Messages["thrift"], func(message any) ([]byte, error) {
			return serializer.Write(context.Background(), message.(thrift.TStruct))
		}, func(data []byte, message any) error {
			return deserializer.Read(context.Background(), message.(thrift.TStruct), data)
		}), nil
	}
}
