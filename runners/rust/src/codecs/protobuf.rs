//! Protocol Buffers by prost.

use prost::Message;

use super::{Codec, without_settings};
use crate::Result;
use crate::values::messages::{Domain, Wire};

without_settings!(Prost);

impl<T: Domain + Wire<T::Message>> Codec<T> for Prost {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = object.form().encode_to_vec();
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        T::of(T::Message::decode(data)?)
    }
}
