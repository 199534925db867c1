//! A file for each codec, or for several that are called alike.

pub mod binary;
#[cfg(feature = "bson")]
pub mod bson;
pub mod cbor;
pub mod json;
#[cfg(feature = "rmp-serde")]
pub mod msgpack;
#[cfg(feature = "prost")]
pub mod protobuf;
#[cfg(feature = "rkyv")]
pub mod rkyv;
#[cfg(feature = "quick-xml")]
pub mod xml;

use std::collections::HashMap;

use crate::Result;

pub type Parameters = HashMap<String, String>;

/// How a codec is opened.
pub trait Setup: Sized + 'static {
    fn open(parameters: &Parameters) -> Result<Self>;
}

/// A codec of a type. `serialize` replaces what is in `out`, which lives as long as the codec.
pub trait Codec<T> {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()>;
    fn deserialize(&mut self, data: &[u8]) -> Result<T>;
}

/// A codec without settings.
macro_rules! without_settings {
    ($($codec:ident),*) => {$(
        pub struct $codec;

        impl crate::codecs::Setup for $codec {
            fn open(_: &crate::codecs::Parameters) -> crate::Result<Self> {
                Ok(Self)
            }
        }
    )*};
}
#[allow(unused_imports)] // a runner may have no such codec
pub(crate) use without_settings;
