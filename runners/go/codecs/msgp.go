package codecs

import "github.com/tinylib/msgp/msgp"

// MessagePack by the methods that msgp generates for the types.
func openMsgp(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, func(object any) ([]byte, error) { return object.(msgp.Marshaler).MarshalMsg(nil) },
		func(data []byte, object any) error {
			_, err := object.(msgp.Unmarshaler).UnmarshalMsg(data)
			return err
		}), nil
}
