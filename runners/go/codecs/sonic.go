package codecs

import "github.com/bytedance/sonic"

// The values of the parameter `config`.
var sonicConfigs = map[string]sonic.API{
	"default": sonic.ConfigDefault, "std": sonic.ConfigStd, "fastest": sonic.ConfigFastest,
}

// JSON by sonic.
func openSonic(p Payload, parameters map[string]string) (Coder, error) {
	api := sonicConfigs[parameters["config"]]
	return marshalling(p, api.Marshal, api.Unmarshal), nil
}
