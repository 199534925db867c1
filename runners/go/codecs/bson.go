package codecs

import (
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

const items = "items" // a document of BSON has names: what is a list stands under one

// BSON by Marshal and Unmarshal, as MongoDB's driver does it.
func openBSON(p Payload, _ map[string]string) (Coder, error) {
	if p.Type.Kind() != reflect.Slice {
		return marshalling(p, bson.Marshal, bson.Unmarshal), nil
	}
	return marshalling(p, func(object any) ([]byte, error) { return bson.Marshal(bson.D{{Key: items, Value: object}}) },
		func(data []byte, object any) error { return bson.Raw(data).Lookup(items).Unmarshal(object) }), nil
}
