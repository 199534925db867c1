//! BSON.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, without_settings};
use crate::Result;

without_settings!(Bson);

impl<T: Serialize + DeserializeOwned> Codec<T> for Bson {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = bson::serialize_to_vec(object)?;
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(bson::deserialize_from_slice(data)?)
    }
}
