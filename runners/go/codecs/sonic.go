package codecs

import (
	"reflect"

	"github.com/bytedance/sonic"
)

// The values of the parameter `config`.
var sonicConfigs = map[string]sonic.API{
	"default": sonic.ConfigDefault, "std": sonic.ConfigStd, "fastest": sonic.ConfigFastest,
}

// JSON by sonic.
func openSonic(of reflect.Type, parameters map[string]string) Coder {
	api := sonicConfigs[parameters["config"]]
	return marshalling(of, api.Marshal, api.Unmarshal)
}
