#!/bin/sh
# Draws docs/report.png and docs/timeline.png, pictures of a report: docs/pictures.sh RANKINE. Needs Chromium.
set -eu
rankine=$(realpath "$1")
cd "$(dirname "$0")"
docs=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$docs/../apps" "$work/apps"
cd "$work"

# draw PAGE WIDTH,HEIGHT PICTURE
draw() {
    chromium --headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars --virtual-time-budget=5000 \
        --disable-background-networking --disable-component-update --host-resolver-rules='MAP * ~NOTFOUND' \
        --user-data-dir="$work/browser" --window-size="$2" --screenshot="$docs/$3" "file://$work/$1" 2> browser.log \
        || { cat browser.log >&2; exit 1; }
}

"$rankine" run -n 4 --report heat2d.html apps/heat2d.c > /dev/null
draw heat2d.html 1100,970 report.png

# Few sweeps, so that the names of calls fit into the timeline. The picture shows nothing else of the page.
"$rankine" run -n 4 --report sweeps.html apps/heat2d.c --nx 24 --ny 24 --iters 6 --every 3 > /dev/null
sed 's|</head>|<style>section:not(:has(#timeline)), header, h2, .controls { display: none }</style></head>|' \
    sweeps.html > timeline.html
draw timeline.html 1000,244 timeline.png
