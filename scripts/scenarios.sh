#!/bin/sh
# Trunk runs this at the end of a build: makes one file of all scenarios that the page does not have built in, and writes
# its name into index.html, where the page finds it (src/platform/shipped.rs). Each scenario has a line of its own
# (src/catalogue/shipped.rs).
set -eu
list=$TRUNK_STAGING_DIR/scenarios.json
before=[
for file in scenarios/*.json; do
  [ "$file" != scenarios/charge.json ] || continue
  # No text in JSON goes over the end of a line: what stands at the beginning of one is space.
  printf '%s\n%s' "$before" "$(sed 's/^ *//' "$file" | tr -d '\n')"
  before=,
done >"$list"
printf '\n]\n' >>"$list"
cd "$TRUNK_STAGING_DIR"
name=scenarios-$(cksum <scenarios.json | cut -d' ' -f1).json
mv scenarios.json "$name"
sed "s|data-wasm=|data-scenarios=./$name data-wasm=|" index.html >index.html.new
mv index.html.new index.html
