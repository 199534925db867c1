// Package codecs has a file for each codec.
package codecs

import (
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

// Coder is a codec that is ready for one type: Deserialize gives a pointer to an object.
type Coder struct {
	Serialize   func(object any) ([]byte, error)
	Deserialize func(data []byte) (any, error)
}

// marshalling is the interface of encoding/json, which other libraries have too.
func marshalling(of reflect.Type, marshal func(any) ([]byte, error), unmarshal func([]byte, any) error) Coder {
	return Coder{marshal, func(data []byte) (any, error) {
		object := reflect.New(of).Interface()
		return object, unmarshal(data, object)
	}}
}

// Codec is a codec of codecs.toml.
type Codec struct {
	Module string // whose version counts; empty: Go's own
	Open   func(of reflect.Type, parameters map[string]string) Coder
}

// All codecs by name.
var All = map[string]Codec{
	"encoding-json":       {"", openJSON},
	"go-json":             {"github.com/goccy/go-json", openGoJSON},
	"jsoniter":            {"github.com/json-iterator/go", openJsoniter},
	"sonic":               {"github.com/bytedance/sonic", openSonic},
	"vmihailenco-msgpack": {"github.com/vmihailenco/msgpack/v5", openMsgpack},
	"fxamacker-cbor":      {"github.com/fxamacker/cbor/v2", openCBOR},
	"gob":                 {"", openGob},
}

// Version is that of a module in this program, or Go's.
func Version(module string) string {
	if module == "" {
		return strings.TrimPrefix(runtime.Version(), "go")
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, each := range info.Deps {
			if each.Path == module {
				return strings.TrimPrefix(each.Version, "v")
			}
		}
	}
	return "unknown"
}
