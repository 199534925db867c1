package codecs

import "github.com/hamba/avro/v2"

// Avro by the schema of the workload's types: each of them is in the library's cache by its name.
func openAvro(p Payload, _ map[string]string) (Coder, error) {
	schemas := &avro.SchemaCache{}
	if _, err := avro.ParseWithCache(p.Avro, "", schemas); err != nil {
		return Coder{}, err
	}
	schema := schemas.Get("wirelab.avro." + p.Name)
	return marshalling(p, func(object any) ([]byte, error) { return avro.Marshal(schema, object) },
		func(data []byte, object any) error { return avro.Unmarshal(schema, data, object) }), nil
}
