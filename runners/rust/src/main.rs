//! A runner for the types of one workload, with the codecs of the features that are on.
#![recursion_limit = "1024"] // types may hold each other in long chains
#![allow(non_camel_case_types, dead_code, unused_imports, unused_variables, clippy::all)] // rendered from schemas, whose names are as they are

use runner::bench::{Opening, bench};
use runner::codecs;

macro_rules! rendered {
    ($($(#[$condition:meta])* $name:ident: $file:literal;)*) => {$(
        $(#[$condition])*
        mod $name {
            include!(concat!(env!("WIRELAB_TYPES"), $file));
        }
    )*};
}
rendered! {
    #[cfg(feature = "prost")]
    messages: "/messages.rs";
    #[cfg(any(feature = "serde_json", feature = "sonic-rs", feature = "simd-json", feature = "prost"))]
    text: "/text.rs";
    #[cfg(feature = "quick-xml")]
    xml: "/xml.rs";
    #[cfg(feature = "rmp-serde")]
    msgpack: "/msgpack.rs";
    #[cfg(feature = "ciborium")]
    cbor: "/cbor.rs";
    #[cfg(feature = "bson")]
    bson: "/bson.rs";
    #[cfg(any(feature = "postcard", feature = "bitcode"))]
    serde: "/serde.rs";
    #[cfg(any(
        feature = "bincode",
        feature = "borsh",
        feature = "minicbor",
        feature = "rkyv",
        feature = "speedy",
        feature = "wincode"
    ))]
    binary: "/binary.rs";
}

const CODECS: &[Opening] = &[
    #[cfg(feature = "serde_json")]
    ("serde-json", "serde_json", bench::<codecs::json::SerdeJson, text::Payload>),
    #[cfg(feature = "sonic-rs")]
    ("sonic-rs", "sonic-rs", bench::<codecs::json::SonicRs, text::Payload>),
    #[cfg(feature = "simd-json")]
    ("simd-json", "simd-json", bench::<codecs::json::SimdJson, text::Payload>),
    #[cfg(feature = "quick-xml")]
    ("quick-xml", "quick-xml", bench::<codecs::xml::QuickXml, xml::Payload>),
    #[cfg(feature = "prost")]
    ("prost", "prost", bench::<codecs::protobuf::Prost, text::Payload>),
    #[cfg(feature = "rmp-serde")]
    ("rmp-serde", "rmp-serde", bench::<codecs::msgpack::RmpSerde, msgpack::Payload>),
    #[cfg(feature = "ciborium")]
    ("ciborium", "ciborium", bench::<codecs::cbor::Ciborium, cbor::Payload>),
    #[cfg(feature = "bson")]
    ("bson-rust", "bson", bench::<codecs::bson::Bson, bson::Payload>),
    #[cfg(feature = "postcard")]
    ("postcard", "postcard", bench::<codecs::binary::Postcard, serde::Payload>),
    #[cfg(feature = "bitcode")]
    ("bitcode", "bitcode", bench::<codecs::binary::Bitcode, serde::Payload>),
    #[cfg(feature = "minicbor")]
    ("minicbor", "minicbor", bench::<codecs::cbor::Minicbor, binary::Payload>),
    #[cfg(feature = "bincode")]
    ("bincode", "bincode", bench::<codecs::binary::Bincode, binary::Payload>),
    #[cfg(feature = "borsh")]
    ("borsh", "borsh", bench::<codecs::binary::Borsh, binary::Payload>),
    #[cfg(feature = "rkyv")]
    ("rkyv", "rkyv", bench::<codecs::rkyv::Rkyv, binary::Payload>),
    #[cfg(feature = "speedy")]
    ("speedy", "speedy", bench::<codecs::binary::Speedy, binary::Payload>),
    #[cfg(feature = "wincode")]
    ("wincode", "wincode", bench::<codecs::binary::Wincode, binary::Payload>),
];

fn main() -> runner::Result<()> {
    runner::run(env!("WIRELAB_RUNNER"), CODECS)
}
