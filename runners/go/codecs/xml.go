package codecs

import "encoding/xml"

// XML by Marshal and Unmarshal: the root element has the type's name.
func openXML(p Payload, _ map[string]string) (Coder, error) {
	return marshalling(p, xml.Marshal, xml.Unmarshal), nil
}
