package codecs

import "go.mongodb.org/mongo-driver/v2/bson"

// BSON by Marshal and Unmarshal, as MongoDB's driver does it.
func openBSON(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, bson.Marshal, bson.Unmarshal), nil
}
