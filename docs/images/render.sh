#!/bin/sh
# SPDX-License-Identifier: MIT
# Renders the pictures of the documents from the scenes: docs/images/render.sh, after ./dev build.
set -eu
cd "$(dirname "$0")/../.."
draw() { build/release/bin/wisp render "scripts/scenes/$1.lua" --frames "$2:$(($2 + 1))" --size "$3" --out "docs/images/$1.png"; }
draw gallery 240 640x360
draw fireworks 1560 320x180
draw campfire 200 320x180
draw dam_break 150 320x180
draw murmuration 300 320x180
draw flamethrower 150 320x180
draw village 200 320x180
