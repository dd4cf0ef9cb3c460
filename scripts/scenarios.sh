#!/bin/sh
# Trunk runs this at the end of a build: makes one file of all scenarios that the page does not have built in, and writes
# its name into index.html, where the page finds it (src/platform/shipped.rs). It is a list in JSON of the files as they
# are; the page reads it element by element (src/catalogue/shipped.rs), and scripts/minify.mjs takes out the space.
set -eu
list=$TRUNK_STAGING_DIR/scenarios.json
before=[
for file in scenarios/*.json; do
  [ "$file" != scenarios/charge.json ] || continue
  printf '%s\n' "$before"
  cat "$file"
  before=,
done >"$list"
printf ']\n' >>"$list"
cd "$TRUNK_STAGING_DIR"
name=scenarios-$(cksum <scenarios.json | cut -d' ' -f1).json
mv scenarios.json "$name"
sed "s|data-wasm=|data-scenarios=./$name data-wasm=|" index.html >index.html.new
mv index.html.new index.html
