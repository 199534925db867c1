//! XML by quick-xml.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Codec, without_settings};
use crate::Result;

without_settings!(QuickXml);

impl<T: Serialize + DeserializeOwned> Codec<T> for QuickXml {
    fn serialize(&mut self, object: &T, out: &mut Vec<u8>) -> Result<()> {
        *out = quick_xml::se::to_string(object)?.into_bytes();
        Ok(())
    }

    fn deserialize(&mut self, data: &[u8]) -> Result<T> {
        Ok(quick_xml::de::from_str(std::str::from_utf8(data)?)?)
    }
}
