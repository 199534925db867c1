//! From the fields of protobuf's messages to what people of Rust write, and back.

pub mod binary;
pub mod bson;
pub mod cbor;
pub mod msgpack;
pub mod text;

use std::collections::HashMap;
use std::fmt::Formatter;
use std::hash::Hash;

use chrono::{DateTime, NaiveDate, Utc};
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use crate::Result;

/// A value that a field of a message holds as `F`.
pub trait Wire<F>: Sized {
    fn of(field: F) -> Result<Self>;
    fn form(&self) -> F;
}

/// A message's own type in protobuf.
pub trait Domain {
    type Message: prost::Message + Default + Clone;
}

macro_rules! kept {
    ($($scalar:ty),*) => {$(
        impl Wire<$scalar> for $scalar {
            fn of(field: Self) -> Result<Self> {
                Ok(field)
            }
            fn form(&self) -> Self {
                self.clone()
            }
        }
    )*};
}
kept!(f64, f32, i32, i64, u32, u64, bool, String);

impl<F, T: Wire<F>> Wire<Option<F>> for Option<T> {
    fn of(field: Option<F>) -> Result<Self> {
        field.map(T::of).transpose()
    }
    fn form(&self) -> Option<F> {
        self.as_ref().map(T::form)
    }
}

impl<F, T: Wire<F>> Wire<Box<F>> for Box<T> {
    fn of(field: Box<F>) -> Result<Self> {
        T::of(*field).map(Box::new)
    }
    fn form(&self) -> Box<F> {
        Box::new(T::form(self))
    }
}

impl<F, T: Wire<F>> Wire<Vec<F>> for Vec<T> {
    fn of(field: Vec<F>) -> Result<Self> {
        field.into_iter().map(T::of).collect()
    }
    fn form(&self) -> Vec<F> {
        self.iter().map(T::form).collect()
    }
}

impl<K: Eq + Hash + Clone, F, T: Wire<F>> Wire<HashMap<K, F>> for HashMap<K, T> {
    fn of(field: HashMap<K, F>) -> Result<Self> {
        field.into_iter().map(|(key, value)| Ok((key, T::of(value)?))).collect()
    }
    fn form(&self) -> HashMap<K, F> {
        self.iter().map(|(key, value)| (key.clone(), value.form())).collect()
    }
}

/// A field without presence that is absent when it is empty: bytes or text.
pub fn unless_empty<F: Default + PartialEq, T: Wire<F>>(field: F) -> Result<Option<T>> {
    if field == F::default() { Ok(None) } else { T::of(field).map(Some) }
}

impl Wire<Vec<u8>> for Uuid {
    fn of(field: Vec<u8>) -> Result<Self> {
        Ok(Self::from_slice(&field)?)
    }
    fn form(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }
}

impl Wire<i64> for DateTime<Utc> {
    fn of(field: i64) -> Result<Self> {
        Self::from_timestamp_millis(field).ok_or_else(|| format!("chrono has no instant {field} ms after 1970").into())
    }
    fn form(&self) -> i64 {
        self.timestamp_millis()
    }
}

impl Wire<u64> for DateTime<Utc> {
    fn of(field: u64) -> Result<Self> {
        Wire::<i64>::of(i64::try_from(field)?)
    }
    fn form(&self) -> u64 {
        self.timestamp_millis().cast_unsigned()
    }
}

impl Wire<String> for NaiveDate {
    fn of(field: String) -> Result<Self> {
        Ok(field.parse()?)
    }
    fn form(&self) -> String {
        self.to_string()
    }
}

impl Wire<Vec<u8>> for num_bigint::BigInt {
    fn of(field: Vec<u8>) -> Result<Self> {
        Ok(Self::from_signed_bytes_be(&field))
    }
    fn form(&self) -> Vec<u8> {
        self.to_signed_bytes_be()
    }
}

/// Types of our own around others, for traits that those do not have, or have otherwise.
macro_rules! around {
    ($($(#[$outer:meta])* $name:ident($(#[$within:meta])* $inner:ty): $($form:ty),+;)*) => {$(
        #[derive(Clone, Debug)]
        $(#[$outer])*
        pub struct $name($(#[$within])* pub $inner);
        $(impl crate::values::Wire<$form> for $name {
            fn of(field: $form) -> crate::Result<Self> {
                crate::values::Wire::of(field).map(Self)
            }
            fn form(&self) -> $form {
                self.0.form()
            }
        })+
    )*};
}
use around;

/// Bytes, which are no list of numbers.
#[derive(
    Clone,
    Debug,
    bincode::Encode,
    bincode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    speedy::Readable,
    speedy::Writable,
    wincode::SchemaRead,
    wincode::SchemaWrite,
)]
pub struct Octets(pub Vec<u8>);

impl Wire<Vec<u8>> for Octets {
    fn of(field: Vec<u8>) -> Result<Self> {
        Ok(Self(field))
    }
    fn form(&self) -> Vec<u8> {
        self.0.clone()
    }
}

impl<C> minicbor::Encode<C> for Octets {
    fn encode<W: minicbor::encode::Write>(
        &self,
        encoder: &mut minicbor::Encoder<W>,
        _: &mut C,
    ) -> std::result::Result<(), minicbor::encode::Error<W::Error>> {
        encoder.bytes(&self.0)?.ok()
    }
}

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
