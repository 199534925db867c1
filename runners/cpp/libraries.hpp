// What codecs include of their libraries: compiled once, where `common` is made (Makefile). RapidJSON is not among them, nor
// the part of cereal that includes it: each of the two has macros of its own for it.
#pragma once

#include "wire.hpp"

#if __has_include(<boost/archive/binary_oarchive.hpp>)
#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/archive/text_iarchive.hpp>
#include <boost/archive/text_oarchive.hpp>
#include <boost/serialization/map.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/string.hpp>
#include <boost/serialization/unique_ptr.hpp>
#include <boost/serialization/vector.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <boost/uuid/uuid_serialize.hpp>
#endif
#if __has_include(<cereal/cereal.hpp>)
#include <cereal/archives/binary.hpp>
#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/variant.hpp>
#include <cereal/types/vector.hpp>
#endif
#if __has_include(<google/protobuf/message.h>)
#include <google/protobuf/message.h>
#endif
#if __has_include(<msgpack.hpp>)
#include <msgpack.hpp>
#endif
#if __has_include(<nlohmann/json.hpp>)
#include <nlohmann/json.hpp>
#endif
#if __has_include(<pugixml.hpp>)
#include <pugixml.hpp>
#endif
