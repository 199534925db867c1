# Gives each crate of a registry its source again, which crates.lock does not have: this repository names no host. The first file is
# a lock that Cargo made here; the one that is written takes its place.
FNR == NR { if (/^source = /) source = $0; next }
/^checksum = / { print source > lock }
{ print > lock }
