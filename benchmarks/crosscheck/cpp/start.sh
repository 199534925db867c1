#!/bin/sh
# Links the harness with the types of a workload, and becomes it: start.sh MAKE COMPILER PREPARED RUNNER TYPES [QUESTION].
set -eu
make=$1 compiler=$2 prepared=$3 runner=$4 types=$5
shift 5
program=$(mktemp)
"$make" -C "$types/source/cpp" CXX="$compiler" COMMON="$runner" OUT="$types" \
    MAIN="$prepared/harness.o" PROGRAM="$program" MORE=-lbenchmark runner >&2
exec 3<"$program"
rm "$program"
exec /proc/self/fd/3 "$@"
