package codecs

import (
	"reflect"

	"github.com/hamba/avro/v2"
)

// Avro by the schema of the workload's types: each of them is in the library's cache by its name.
func openAvro(p Payload, _ map[string]string) (Coder, error) {
	schemas := &avro.SchemaCache{}
	schema, err := avro.ParseWithCache(p.Avro, "", schemas)
	if err != nil {
		return Coder{}, err
	}
	if named := schemas.Get("wirelab.avro." + p.Name); named != nil { // a root that is an array has no name
		schema = named
	}
	return marshalling(p, func(object any) ([]byte, error) {
		if p.Type.Kind() != reflect.Struct {
			object = reflect.ValueOf(object).Elem().Interface() // it takes pointers to structs alone
		}
		return avro.Marshal(schema, object)
	},
		func(data []byte, object any) error { return avro.Unmarshal(schema, data, object) }), nil
}
