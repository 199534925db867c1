//! Values as BSON has them: its own instants, and binary data of the subtype for identifiers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Octets, around, as_text};

pub type Bytes = Octets;
pub type Date = chrono::NaiveDate;

around! {
    Id(uuid::Uuid);
    Instant(chrono::DateTime<chrono::Utc>);
    BigInt(num_bigint::BigInt);
}

as_text! {
    BigInt: "an integer";
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bson::Uuid::from_bytes(self.0.into_bytes()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bson::Uuid::deserialize(deserializer).map(|id| Self(uuid::Uuid::from_bytes(id.bytes())))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        bson::DateTime::from_millis(self.0.timestamp_millis()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let millis = bson::DateTime::deserialize(deserializer)?.timestamp_millis();
        let instant = chrono::DateTime::from_timestamp_millis(millis);
        instant.map(Self).ok_or_else(|| serde::de::Error::custom("an instant that chrono does not have"))
    }
}
