// Package codecs has a file for each codec.
package codecs

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// Payload is a type that codecs encode, with what is rendered and generated for it.
type Payload struct {
	Name     string
	Type     reflect.Type
	Avro     string              // the schema of all the workload's types
	Messages map[string]Messages // by the library's name
	Flat     any                 // a Flat, of the runner that has FlatBuffers
}

// Payloads are the workload's, in the order of files of objects; rendered code sets them.
var Payloads []Payload

// Messages are those that a library generates for a type, and how objects become messages and messages objects.
type Messages struct {
	New     func() any
	Build   func(object any) any
	Unbuild func(message any) any
}

// Between has the conversions that are rendered for a type; unbuild fills an object.
func Between[Object, Message any](build func(*Object) *Message, unbuild func(*Message, *Object)) Messages {
	return Messages{
		New:   func() any { return new(Message) },
		Build: func(object any) any { return build(object.(*Object)) },
		Unbuild: func(message any) any {
			object := new(Object)
			unbuild(message.(*Message), object)
			return object
		},
	}
}

// Coder is a codec that is ready for one type: objects are pointers.
type Coder struct {
	Serialize   func(object any) ([]byte, error)
	Deserialize func(data []byte) (any, error)
	Plain       func(object any) ([]byte, error) // Serialize without the compressor

	// Where the library has messages of its own.
	Build   func(object any) (any, error)
	Write   func(message any) ([]byte, error)
	Parse   func(data []byte) (any, error)
	Unbuild func(message any) (any, error)

	// Behind the codec, if there is a compressor.
	Compress, Decompress func(data []byte) ([]byte, error)
}

// plain is a coder of a library that takes objects.
func plain(serialize func(any) ([]byte, error), deserialize func([]byte) (any, error)) Coder {
	return Coder{Serialize: serialize, Deserialize: deserialize, Plain: serialize}
}

// marshalling is the interface of encoding/json, which other libraries have too.
func marshalling(p Payload, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) Coder {
	return plain(marshal, func(data []byte) (any, error) {
		object := reflect.New(p.Type).Interface()
		return object, unmarshal(data, object)
	})
}

// converting is a coder of a library with messages of its own.
func converting(m Messages, write func(any) ([]byte, error), read func([]byte, any) error) Coder {
	parse := func(data []byte) (any, error) {
		message := m.New()
		return message, read(data, message)
	}
	made := plain(func(object any) ([]byte, error) { return write(m.Build(object)) }, func(data []byte) (any, error) {
		message, err := parse(data)
		if err != nil {
			return nil, err
		}
		return m.Unbuild(message), nil
	})
	made.Build = func(object any) (any, error) { return m.Build(object), nil }
	made.Write, made.Parse = write, parse
	made.Unbuild = func(message any) (any, error) { return m.Unbuild(message), nil }
	return made
}

// Relay writes again what it reads: the library's own message, where it has such.
func (c Coder) Relay(data []byte) ([]byte, error) {
	if c.Parse == nil {
		object, err := c.Deserialize(data)
		if err != nil {
			return nil, err
		}
		return c.Serialize(object)
	}
	var err error
	if c.Decompress != nil {
		if data, err = c.Decompress(data); err != nil {
			return nil, err
		}
	}
	message, err := c.Parse(data)
	if err != nil {
		return nil, err
	}
	written, err := c.Write(message)
	if err != nil || c.Compress == nil {
		return written, err
	}
	return c.Compress(written)
}

// Codec is a codec of codecs.toml.
type Codec struct {
	Module string // whose version counts; empty: Go's own
	Open   func(p Payload, parameters map[string]string) (Coder, error)
}

// Versions are those of codecs and compressors in this program.
func Versions() map[string]string {
	versions := map[string]string{}
	for name, codec := range All {
		versions[name] = Version(codec.Module)
	}
	for name, compressor := range compressors {
		versions[name] = Version(compressor.module)
	}
	return versions
}

// Version is that of a module in this program, or Go's.
func Version(module string) string {
	if module == "" {
		return strings.TrimPrefix(runtime.Version(), "go")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, each := range info.Deps {
			if each.Path == module {
				return strings.TrimSuffix(strings.TrimPrefix(each.Version, "v"), "+incompatible")
			}
		}
	}
	return "unknown"
}
