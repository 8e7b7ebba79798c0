#!/bin/sh
# Renders the pictures of the documents from the scenes: docs/pictures.sh [PROGRAM]
set -eu
cd "$(dirname "$0")/.."
wisp=${1:-build/release/bin/wisp}
mkdir -p docs/images
"$wisp" render scripts/scenes/gallery.lua --frames 1 --from 240 --size 480x270 --out docs/images/gallery.png
