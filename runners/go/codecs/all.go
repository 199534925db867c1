//go:build !thrift && !flatbuffers

package codecs

// Runner is the name of these codecs' manifest.
const Runner = "go"

// All codecs by name.
var All = map[string]Codec{
	"encoding-json":       {"", openJSON},
	"json-v2":             {"github.com/go-json-experiment/json", openJSONv2},
	"go-json":             {"github.com/goccy/go-json", openGoJSON},
	"jsoniter":            {"github.com/json-iterator/go", openJsoniter},
	"sonic":               {"github.com/bytedance/sonic", openSonic},
	"encoding-xml":        {"", openXML},
	"vmihailenco-msgpack": {"github.com/vmihailenco/msgpack/v5", openMsgpack},
	"tinylib-msgp":        {"github.com/tinylib/msgp", openMsgp},
	"fxamacker-cbor":      {"github.com/fxamacker/cbor/v2", openCBOR},
	"protobuf-go":         {"google.golang.org/protobuf", openProtobuf},
	"vtprotobuf":          {"github.com/planetscale/vtprotobuf", openVTProtobuf},
	"hamba-avro":          {"github.com/hamba/avro/v2", openAvro},
	"mongo-bson":          {"go.mongodb.org/mongo-driver/v2", openBSON},
	"gob":                 {"", openGob},
}
