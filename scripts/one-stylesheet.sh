#!/bin/sh
# Trunk runs this at the end of a build: makes one file of a release build's style sheets, in the order in which
# index.html names them. Together they compress better, and the page asks for one file instead of nine. In every build the
# styles of forced colours end those that the page asks for later.
set -eu
cat static/forced.css >>"$TRUNK_STAGING_DIR/later.css"
[ "$TRUNK_PROFILE" = release ] || exit 0
cd "$TRUNK_STAGING_DIR"
link='<link href=\./[a-z]*-[0-9a-f]*\.css rel=stylesheet>'
sheets=$(grep -o "$link" index.html | sed 's/.*\.\/\(.*\) .*/\1/')
# shellcheck disable=SC2086  # names without blanks
cat $sheets >style.css
name=style.$(cksum <style.css | cut -d' ' -f1).css
mv style.css "$name"
# shellcheck disable=SC2086
rm $sheets
sed -e "s|$link|<link href=./$name rel=stylesheet>|" -e "s|$link||g" index.html >index.html.new
mv index.html.new index.html
