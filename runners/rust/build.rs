//! The compiler's version, for the handshake.

use std::process::Command;

fn main() {
    let compiler = std::env::var("RUSTC").expect("Cargo says which compiler it uses");
    let said = Command::new(compiler).arg("--version").output().expect("the compiler says its version");
    let said = String::from_utf8(said.stdout).expect("in UTF-8");
    let version = said.split(' ').nth(1).expect("behind its name");
    println!("cargo::rustc-env=RUST_VERSION={version}");
}
