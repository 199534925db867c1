//! A runner for the types of one workload.
#![recursion_limit = "1024"] // types may hold each other in long chains
#![allow(non_camel_case_types, dead_code, unused_imports, unused_variables, clippy::all)] // rendered from schemas, whose names are as they are

use runner::bench::{Opening, bench};
use runner::codecs::{binary as own, cbor as cbors, json, msgpack as packs, protobuf};

mod messages {
    include!(concat!(env!("WIRELAB_TYPES"), "/messages.rs"));
}
mod binary {
    include!(concat!(env!("WIRELAB_TYPES"), "/binary.rs"));
}
mod bson {
    include!(concat!(env!("WIRELAB_TYPES"), "/bson.rs"));
}
mod cbor {
    include!(concat!(env!("WIRELAB_TYPES"), "/cbor.rs"));
}
mod msgpack {
    include!(concat!(env!("WIRELAB_TYPES"), "/msgpack.rs"));
}
mod text {
    include!(concat!(env!("WIRELAB_TYPES"), "/text.rs"));
}

const CODECS: &[Opening] = &[
    ("serde-json", "serde_json", bench::<json::SerdeJson, text::Payload>),
    ("sonic-rs", "sonic-rs", bench::<json::SonicRs, text::Payload>),
    ("simd-json", "simd-json", bench::<json::SimdJson, text::Payload>),
    ("rmp-serde", "rmp-serde", bench::<packs::RmpSerde, msgpack::Payload>),
    ("ciborium", "ciborium", bench::<cbors::Ciborium, cbor::Payload>),
    ("minicbor", "minicbor", bench::<cbors::Minicbor, binary::Payload>),
    ("bson-rust", "bson", bench::<runner::codecs::bson::Bson, bson::Payload>),
    ("quick-xml", "quick-xml", bench::<runner::codecs::xml::QuickXml, text::Payload>),
    ("postcard", "postcard", bench::<own::Postcard, binary::Payload>),
    ("bitcode", "bitcode", bench::<own::Bitcode, binary::Payload>),
    ("bincode", "bincode", bench::<own::Bincode, binary::Payload>),
    ("borsh", "borsh", bench::<own::Borsh, binary::Payload>),
    ("rkyv", "rkyv", bench::<runner::codecs::rkyv::Rkyv, binary::Payload>),
    ("speedy", "speedy", bench::<own::Speedy, binary::Payload>),
    ("wincode", "wincode", bench::<own::Wincode, binary::Payload>),
    ("prost", "prost", bench::<protobuf::Prost, text::Payload>),
];

fn main() -> runner::Result<()> {
    runner::run(CODECS)
}
