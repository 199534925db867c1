"""A schema said in other interface definition languages, for their official compilers: one module a language."""
