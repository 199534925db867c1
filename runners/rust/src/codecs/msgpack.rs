//! MessagePack by rmp-serde.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, without_settings};
use crate::Result;

without_settings!(RmpSerde);

impl<T: Serialize + DeserializeOwned> Codec<T> for RmpSerde {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = rmp_serde::to_vec_named(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(rmp_serde::from_slice(data)?)
    }
}
