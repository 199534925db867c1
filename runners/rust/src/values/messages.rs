//! From messages of a library to domain types, and back.

use std::collections::HashMap;
use std::hash::Hash;

use chrono::{DateTime, NaiveDate, Utc};
use num_bigint::BigInt;
use uuid::Uuid;

use super::{Octets, instant, text};
use crate::Result;
use crate::carried::Numbered;

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

impl<T: Numbered> Wire<i32> for T {
    fn of(field: i32) -> Result<Self> {
        Numbered::of(field)
    }
    fn form(&self) -> i32 {
        self.number()
    }
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
        instant(field)
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

macro_rules! bytes {
    ($($name:ty: $of:expr, $form:expr;)*) => {$(
        impl Wire<Vec<u8>> for $name {
            fn of(field: Vec<u8>) -> Result<Self> {
                Ok($of(field))
            }
            fn form(&self) -> Vec<u8> {
                $form(self)
            }
        }
    )*};
}
bytes! {
    text::BigInt: |field: Vec<u8>| Self(BigInt::from_signed_bytes_be(&field)), |number: &Self| number.0.to_signed_bytes_be();
    text::Bytes: |field| Self(Octets(field)), |bytes: &Self| bytes.0.0.clone();
}

/// A message's conversion, by the fields and unions of its domain type as `carried` has them.
#[macro_export]
macro_rules! converted {
    ($type:ident {
        $($how:ident $field:ident: $kinds:tt = $number:literal;)*
    } {
        $($union:ident: $cases:ident { $($case:ident $held:ident $member:ident: $kind:tt = $tag:literal;)* })*
    }) => {
        impl $crate::values::messages::Wire<$type> for text::$type {
            fn of(message: $type) -> $crate::Result<Self> {
                Ok(Self {
                    $($field: $crate::of_field!($how message.$field),)*
                    $($union: 'found: {
                        $(if let Some(member) = message.$member {
                            break 'found Some(text::$cases::$case($crate::of_field!(plain member)));
                        })*
                        None
                    },)*
                })
            }

            fn form(&self) -> $type {
                $type {
                    $($field: $crate::form_field!($how self.$field),)*
                    $($($member: match &self.$union {
                        Some(text::$cases::$case(member)) => Some($crate::values::messages::Wire::form(member)),
                        _ => None,
                    },)*)*
                }
            }
        }

        impl $crate::values::messages::Domain for text::$type {
            type Message = $type;
        }
    };
    (union $type:ident { $($case:ident $held:ident $member:ident: $kind:tt = $tag:literal;)* }) => {
        impl $crate::values::messages::Wire<$type> for text::$type {
            fn of(message: $type) -> $crate::Result<Self> {
                $(if let Some(member) = message.$member {
                    return Ok(Self::$case($crate::of_field!(plain member)));
                })*
                Ok(Self::NotSet)
            }

            fn form(&self) -> $type {
                $type {
                    $($member: match self {
                        Self::$case(member) => Some($crate::values::messages::Wire::form(member)),
                        _ => None,
                    },)*
                }
            }
        }

        impl $crate::values::messages::Domain for text::$type {
            type Message = $type;
        }
    };
}

#[macro_export]
macro_rules! of_field {
    (absent_if_empty $field:expr) => {
        $crate::values::messages::unless_empty($field)?
    };
    ($how:ident $field:expr) => {
        $crate::values::messages::Wire::of($field)?
    };
}

#[macro_export]
macro_rules! form_field {
    (absent_if_empty $field:expr) => {
        $field.as_ref().map($crate::values::messages::Wire::form).unwrap_or_default()
    };
    ($how:ident $field:expr) => {
        $crate::values::messages::Wire::form(&$field)
    };
}
