#!/bin/sh
# Compile each public header alone: headers.sh INCLUDE_DIR CC CXX
# C++ is left out where there is no compiler for it.
set -eu
include=$1 cc=$2 cxx=$3
flags="-fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror -I$include"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for header in "$include"/wisp/*.h; do
    name=$(basename "$header")
    printf '#include <wisp/%s>\n#include <wisp/%s>\nint unit;\n' "$name" "$name" >"$work/unit.c"
    cp "$work/unit.c" "$work/unit.cpp"
    for std in c11 c17 gnu17; do
        "$cc" -std=$std $flags "$work/unit.c"
    done
    if command -v "$cxx" >/dev/null; then
        for std in c++11 c++14 c++17 c++20; do
            "$cxx" -std=$std $flags "$work/unit.cpp"
        done
    fi
done
