package codecs

import (
	"bytes"
	"encoding"
	"reflect"

	"github.com/google/uuid"
	"github.com/vmihailenco/msgpack/v5"

	"runner/values"
)

// What MessagePack has no type for is text, as other languages' libraries write it.
func init() {
	for _, value := range []any{uuid.UUID{}, values.BigInt{}} {
		msgpack.Register(value, writeText, readText)
	}
}

func writeText(encoder *msgpack.Encoder, value reflect.Value) error {
	text, err := value.Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return err
	}
	return encoder.EncodeString(string(text))
}

func readText(decoder *msgpack.Decoder, value reflect.Value) error {
	text, err := decoder.DecodeString()
	if err != nil {
		return err
	}
	return value.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
}

// MessagePack as Marshal and Unmarshal do it: an encoder of the library's pool, since Marshal takes no options.
func openMsgpack(p Payload, parameters map[string]string) (Coder, error) {
	compact := parameters["compact_ints"] == "on"
	return marshalling(p, func(object any) ([]byte, error) {
		encoder := msgpack.GetEncoder()
		defer msgpack.PutEncoder(encoder)
		var out bytes.Buffer
		encoder.Reset(&out)
		encoder.UseCompactInts(compact)
		err := encoder.Encode(object)
		return out.Bytes(), err
	}, func(data []byte, object any) error { return msgpack.Unmarshal(data, object) }), nil
}
