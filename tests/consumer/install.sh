#!/bin/sh
# Install into an empty folder, build a plugin there as its author would, and render with it:
# install.sh SOURCE_DIR BUILD_DIR
set -eu
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1 XDG_CACHE_HOME="$work/cache"

say() { echo "$*" >&2; }
fail() {
    say "FAILED: $*"
    exit 1
}

cmake --install "$build" --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log" >&2; fail "install"; }
wisp="$work/prefix/bin/wisp"

# The author's project knows the install prefix and nothing else.
cp -r "$source/tests/consumer/project" "$work/project"
cmake -S "$work/project" -B "$work/out" -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_BUILD_TYPE=Release \
    >"$work/log" 2>&1 && cmake --build "$work/out" >>"$work/log" 2>&1 || { cat "$work/log" >&2; fail "build"; }
plugin="$work/out/lib/wisp/effects/blink.so"
[ -f "$plugin" ] || fail "there is no $plugin"

# The installed program finds its own effects, and the author's by --effects and by WISP_EFFECT_PATH.
"$wisp" list --json >"$work/list" || fail "list"
grep -q '"dust"' "$work/list" || fail "the installed effects are not listed"
cd "$work"
"$wisp" render project/scene.lua --effects "$work/out/lib/wisp/effects" --frames 3 --size 64x64 \
    --out 'a_%d.png' --stats stats.json || fail "render with --effects"
WISP_EFFECT_PATH="$work/out/lib/wisp/effects" "$wisp" render project/scene.lua --frames 3 --size 64x64 \
    --out 'b_%d.png' || fail "render with WISP_EFFECT_PATH"
cmp a_2.png b_2.png || fail "the two pictures differ"
grep -q '"lamp"' stats.json || fail "the effect is not in the statistics"
if "$wisp" render project/scene.lua --size 64x64 --out c.png 2>"$work/log"; then
    fail "it rendered without the plugin"
fi
grep -q 'blink' "$work/log" || fail "the message does not name the effect"

# Nothing of the source or build tree may be needed.
if strings -a "$plugin" 2>/dev/null | grep -q "$source/"; then fail "the plugin knows the source tree"; fi
pkg=$(PKG_CONFIG_PATH="$work/prefix/lib/pkgconfig:$(ls -d "$work"/prefix/lib/*/pkgconfig 2>/dev/null | head -1)" \
    pkg-config --cflags wisp) || fail "pkg-config"
printf '#include <wisp/gfx.h>\nint unit;\n' >unit.c
cc -fsyntax-only $pkg unit.c || fail "headers by pkg-config"
echo "1 passed, 0 failed"
