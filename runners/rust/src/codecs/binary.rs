//! Formats that one library each has.

#![allow(unused_imports)] // a runner has some of these

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, Parameters, Setup, without_settings};
use crate::Result;

without_settings!(Postcard, Bitcode, Borsh, Speedy, Wincode);

#[cfg(feature = "postcard")]
impl<T: Serialize + DeserializeOwned> Codec<T> for Postcard {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = postcard::to_stdvec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(postcard::from_bytes(data)?)
    }
}

#[cfg(feature = "bitcode")]
impl<T: Serialize + DeserializeOwned> Codec<T> for Bitcode {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = bitcode::serialize(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(bitcode::deserialize(data)?)
    }
}

#[cfg(feature = "borsh")]
impl<T: borsh::BorshSerialize + borsh::BorshDeserialize> Codec<T> for Borsh {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = borsh::to_vec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(borsh::from_slice(data)?)
    }
}

#[cfg(feature = "bincode")]
/// bincode, with integers of as many bytes as they need or of as many as their types have.
pub struct Bincode {
    fixed: bool,
}

#[cfg(feature = "bincode")]
impl Setup for Bincode {
    fn open(parameters: &Parameters) -> Result<Self> {
        Ok(Self { fixed: parameters["integers"] == "fixed" })
    }
}

#[cfg(feature = "bincode")]
/// A length that the bytes state asks for no more memory than this.
const LIMIT: usize = 1 << 28;

#[cfg(feature = "bincode")]
impl<T: bincode::Encode + bincode::Decode<()>> Codec<T> for Bincode {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        let config = bincode::config::standard().with_limit::<LIMIT>();
        *out = if self.fixed {
            bincode::encode_to_vec(object, config.with_fixed_int_encoding())?
        } else {
            bincode::encode_to_vec(object, config)?
        };
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        let config = bincode::config::standard().with_limit::<LIMIT>();
        Ok(if self.fixed {
            bincode::decode_from_slice(data, config.with_fixed_int_encoding())?.0
        } else {
            bincode::decode_from_slice(data, config)?.0
        })
    }
}

#[cfg(feature = "speedy")]
impl<T: for<'a> speedy::Readable<'a, speedy::LittleEndian> + speedy::Writable<speedy::LittleEndian>> Codec<T>
    for Speedy
{
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = object.write_to_vec()?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(T::read_from_buffer(data)?)
    }
}

#[cfg(feature = "wincode")]
impl<T> Codec<T> for Wincode
where
    T: wincode::SchemaWrite<wincode::config::DefaultConfig, Src = T>
        + for<'de> wincode::SchemaRead<'de, wincode::config::DefaultConfig, Dst = T>,
{
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = wincode::serialize(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(wincode::deserialize(data)?)
    }
}
