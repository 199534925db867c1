//! CBOR by ciborium, and by minicbor with numbers as keys.

#![allow(unused_imports)] // a runner has one of these

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, without_settings};
use crate::Result;

without_settings!(Ciborium, Minicbor);

#[cfg(feature = "ciborium")]
impl<T: Serialize + DeserializeOwned> Codec<T> for Ciborium {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        out.clear();
        ciborium::into_writer(object, out)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(ciborium::from_reader(data)?)
    }
}

#[cfg(feature = "minicbor")]
impl<T: minicbor::Encode<()> + for<'b> minicbor::Decode<'b, ()>> Codec<T> for Minicbor {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = minicbor::to_vec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(minicbor::decode(data)?)
    }
}
