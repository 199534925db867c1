//! A runner for the types of one workload, with the codecs of the features that are on.
#![recursion_limit = "1024"] // types may hold each other in long chains
#![allow(non_camel_case_types, dead_code, unused_imports, unused_variables, clippy::all)] // rendered from schemas, whose names are as they are

use runner::bench::{Opening, bench};
use runner::codecs;

macro_rules! rendered {
    ($($(#[$condition:meta])* $name:ident: $file:literal;)*) => {$(
        $(#[$condition])*
        pub mod $name {
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

// A codec's crate, which is its feature, its name in the manifest, the type that calls it, and the rendering that it encodes.
macro_rules! codecs {
    ($($library:literal $name:literal: $codec:path, $rendering:ident;)*) => {
        pub const CODECS: &[Opening] = &[$(
            #[cfg(feature = $library)]
            ($name, $library, bench::<$codec, $rendering::Payload>),
        )*];
    };
}
codecs! {
    "serde_json" "serde-json": codecs::json::SerdeJson, text;
    "sonic-rs" "sonic-rs": codecs::json::SonicRs, text;
    "simd-json" "simd-json": codecs::json::SimdJson, text;
    "quick-xml" "quick-xml": codecs::xml::QuickXml, xml;
    "prost" "prost": codecs::protobuf::Prost, text;
    "rmp-serde" "rmp-serde": codecs::msgpack::RmpSerde, msgpack;
    "ciborium" "ciborium": codecs::cbor::Ciborium, cbor;
    "bson" "bson-rust": codecs::bson::Bson, bson;
    "postcard" "postcard": codecs::binary::Postcard, serde;
    "bitcode" "bitcode": codecs::binary::Bitcode, serde;
    "minicbor" "minicbor": codecs::cbor::Minicbor, binary;
    "bincode" "bincode": codecs::binary::Bincode, binary;
    "borsh" "borsh": codecs::binary::Borsh, binary;
    "rkyv" "rkyv": codecs::rkyv::Rkyv, binary;
    "speedy" "speedy": codecs::binary::Speedy, binary;
    "wincode" "wincode": codecs::binary::Wincode, binary;
}

fn main() -> runner::Result<()> {
    runner::run(env!("WIRELAB_RUNNER"), CODECS)
}
