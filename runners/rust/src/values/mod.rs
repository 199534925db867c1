//! Values that people of Rust write with types of their own crates, as fields of files of objects and in formats.

pub mod binary;
#[cfg(feature = "bson")]
pub mod bson;
#[cfg(feature = "ciborium")]
pub mod cbor;
#[cfg(feature = "prost")]
pub mod messages;
#[cfg(feature = "rmp-serde")]
pub mod msgpack;
pub mod text;

use std::fmt::Formatter;

use chrono::{DateTime, NaiveDate, Utc};
use num_bigint::BigInt;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::Result;
use crate::carried::{Input, Out, Value, kinds};

macro_rules! logical {
    ($($type:ty: $($kind:ident),* as $scalar:ty, $of:expr, $form:expr;)*) => {$($(
        impl Value<kinds::$kind> for $type {
            fn read(input: &mut Input) -> Result<Self> {
                let of: fn($scalar) -> Result<Self> = $of;
                of(Value::<kinds::$kind>::read(input)?)
            }
            fn write(&self, out: &mut Out) -> Result<()> {
                let form: fn(&Self) -> $scalar = $form;
                Value::<kinds::$kind>::write(&form(self), out)
            }
        }
    )*)*};
}
logical! {
    Uuid: bytes as Vec<u8>, |bytes| Ok(Self::from_slice(&bytes)?), |id| id.as_bytes().to_vec();
    DateTime<Utc>: int64, sint64, sfixed64 as i64, instant, Self::timestamp_millis;
    DateTime<Utc>: uint64, fixed64 as u64, |millis| instant(millis.try_into()?), |instant| instant.timestamp_millis().cast_unsigned();
    NaiveDate: string as String, |text| Ok(text.parse()?), ToString::to_string;
    BigInt: bytes as Vec<u8>, |bytes| Ok(Self::from_signed_bytes_be(&bytes)), Self::to_signed_bytes_be;
    Octets: bytes as Vec<u8>, |bytes| Ok(Self(bytes)), |octets| octets.0.clone();
}

fn instant(millis: i64) -> Result<DateTime<Utc>> {
    DateTime::from_timestamp_millis(millis)
        .ok_or_else(|| format!("chrono has no instant {millis} ms after 1970").into())
}

/// Types of our own around others, for traits that those do not have, or have otherwise.
macro_rules! around {
    ($($(#[$outer:meta])* $name:ident($(#[$within:meta])* $inner:ty);)*) => {$(
        #[derive(Clone, Default)]
        $(#[$outer])*
        pub struct $name($(#[$within])* pub $inner);
        impl<K: crate::carried::Kind> crate::carried::Value<K> for $name
        where
            $inner: crate::carried::Value<K>,
        {
            fn read(input: &mut crate::carried::Input) -> crate::Result<Self> {
                crate::carried::Value::<K>::read(input).map(Self)
            }
            fn write(&self, out: &mut crate::carried::Out) -> crate::Result<()> {
                crate::carried::Value::<K>::write(&self.0, out)
            }
        }
    )*};
}
use around;

around! {
    /// A number that may have a fraction; without one, it is an integer and written so.
    Number(f64);
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let integer = self.0 as i64;
        if (integer as f64).to_bits() == self.0.to_bits() && integer != i64::MAX {
            serializer.serialize_i64(integer)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Visited;

        impl Visitor<'_> for Visited {
            type Value = Number;

            fn expecting(&self, f: &mut Formatter) -> std::fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E>(self, integer: i64) -> std::result::Result<Number, E> {
                Ok(Number(integer as f64))
            }

            fn visit_u64<E>(self, integer: u64) -> std::result::Result<Number, E> {
                Ok(Number(integer as f64))
            }

            fn visit_f64<E>(self, number: f64) -> std::result::Result<Number, E> {
                Ok(Number(number))
            }
        }
        deserializer.deserialize_any(Visited)
    }
}

/// Reads a value that is there, though it may be null.
pub fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Bytes, which are no list of numbers.
#[derive(Clone, Default)]
#[cfg_attr(feature = "bincode", derive(bincode::Encode, bincode::Decode))]
#[cfg_attr(feature = "borsh", derive(borsh::BorshSerialize, borsh::BorshDeserialize))]
#[cfg_attr(feature = "rkyv", derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize))]
#[cfg_attr(feature = "speedy", derive(speedy::Readable, speedy::Writable))]
#[cfg_attr(feature = "wincode", derive(wincode::SchemaRead, wincode::SchemaWrite))]
pub struct Octets(pub Vec<u8>);

#[cfg(feature = "minicbor")]
impl<C> minicbor::Encode<C> for Octets {
    fn encode<W: minicbor::encode::Write>(
        &self,
        encoder: &mut minicbor::Encoder<W>,
        _: &mut C,
    ) -> std::result::Result<(), minicbor::encode::Error<W::Error>> {
        encoder.bytes(&self.0)?.ok()
    }
}

#[cfg(feature = "minicbor")]
impl<'b, C> minicbor::Decode<'b, C> for Octets {
    fn decode(decoder: &mut minicbor::Decoder<'b>, _: &mut C) -> std::result::Result<Self, minicbor::decode::Error> {
        Ok(Self(decoder.bytes()?.to_vec()))
    }
}

impl Serialize for Octets {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Octets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Visited;

        impl Visitor<'_> for Visited {
            type Value = Octets;

            fn expecting(&self, f: &mut Formatter) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> std::result::Result<Octets, E> {
                Ok(Octets(bytes.to_vec()))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> std::result::Result<Octets, E> {
                Ok(Octets(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Visited)
    }
}

/// Reads text without keeping it.
struct Text<F>(F);

impl<T, F: FnOnce(&str) -> std::result::Result<T, &'static str>> Visitor<'_> for Text<F> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter) -> std::fmt::Result {
        f.write_str("text")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> std::result::Result<T, E> {
        (self.0)(text).map_err(|expected| E::custom(format_args!("this is not {expected}: {text:.40}")))
    }
}

/// Serde for types that are text.
macro_rules! as_text {
    ($($name:ident: $says:literal;)*) => {$(
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.0)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(crate::values::Text(|text: &str| text.parse().map(Self).map_err(|_| $says)))
            }
        }
    )*};
}
use as_text;
