#!/bin/sh
# Builds the stand-ins of MySQL's two system libraries. -nostdlib: they use nothing of the C library
# and so load with every glibc. The results are committed, since a test machine has no compiler.
set -eu
cd "$(dirname "$0")"
for name in libaio libnuma; do
  mkdir -p "linux-x86-64/$name"
  gcc -shared -fPIC -O2 -Wall -Wextra -nostdlib -s \
    -Wl,--build-id=none -Wl,--hash-style=both \
    -Wl,-soname,"$name.so.1" -Wl,--version-script,"$name.map" \
    -o "linux-x86-64/$name/$name.so.1" "$name.c"
done
