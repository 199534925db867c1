//! What is rendered of payload types beside the types: their places and names.

/// The messages of payload types as one type.
#[macro_export]
macro_rules! messages {
    ($($kind:literal: $name:ident,)*) => {
        #[derive(Clone)]
        pub enum Built {
            $($name($name),)*
        }
    };
}

/// Objects of payload types as one type; `messages`, if the library has such.
#[macro_export]
macro_rules! payload {
    ($built:ident $($kind:literal: $name:ident,)*) => {
        pub enum Payload {
            $($name($name),)*
        }

        impl $crate::bench::Payload for Payload {
            $crate::built!($built $($kind: $name,)*);

            fn kind(&self) -> usize {
                match self {
                    $(Self::$name(_) => $kind,)*
                }
            }

            fn read(kind: usize, data: &[u8]) -> $crate::Result<Self> {
                let input = $crate::carried::Input::of(data);
                Ok(match kind {
                    $($kind => Self::$name($crate::carried::Carried::read(input)?),)*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                })
            }

            fn write(&self, out: &mut $crate::carried::Out) -> $crate::Result<()> {
                match self {
                    $(Self::$name(object) => $crate::carried::Carried::put(object, out),)*
                }
            }
        }

        impl<C: $($crate::codecs::Codec<$name> +)*> $crate::bench::Coded<C> for Payload {
            fn serialize(&self, codec: &mut C, out: &mut Vec<u8>) -> $crate::Result<()> {
                match self {
                    $(Self::$name(object) => codec.serialize(object, out),)*
                }
            }

            fn deserialize(codec: &mut C, kind: usize, data: &[u8]) -> $crate::Result<Self> {
                Ok(match kind {
                    $($kind => Self::$name(codec.deserialize(data)?),)*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                })
            }

            fn take(codec: &mut C, kind: usize, data: &[u8]) -> $crate::Result<()> {
                match kind {
                    $($kind => {
                        let object: $name = codec.deserialize(data)?;
                        ::std::hint::black_box(&object);
                    })*
                    _ => return Err(format!("there is no payload type {kind}").into()),
                }
                Ok(())
            }
        }
    };
}

/// What becomes of payloads in a library with messages of its own.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the program's own messages, beside its types
macro_rules! built {
    (none $($kind:literal: $name:ident,)*) => {
        type Built = ();
    };
    (messages $($kind:literal: $name:ident,)*) => {
        type Built = crate::messages::Built;
        const BUILDS: bool = true;

        fn build(&self) -> $crate::Result<Self::Built> {
            Ok(match self {
                $(Self::$name(object) => crate::messages::Built::$name($crate::values::messages::Wire::form(object)),)*
            })
        }

        fn unbuild(built: Self::Built) -> $crate::Result<Self> {
            Ok(match built {
                $(crate::messages::Built::$name(message) => Self::$name($crate::values::messages::Wire::of(message)?),)*
            })
        }

        fn parse(kind: usize, data: &[u8]) -> $crate::Result<Self::Built> {
            Ok(match kind {
                $($kind => crate::messages::Built::$name(::prost::Message::decode(data)?),)*
                _ => return Err(format!("there is no payload type {kind}").into()),
            })
        }

        fn encode(built: &Self::Built, out: &mut Vec<u8>) -> $crate::Result<()> {
            match built {
                $(crate::messages::Built::$name(message) => *out = ::prost::Message::encode_to_vec(message),)*
            }
            Ok(())
        }
    };
}
