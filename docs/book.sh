#!/bin/sh
# Makes the book: docs/book.sh DIRECTORY. Pages are copied there with the files that they link to, in the same places, because mdBook wants
# its table of contents on top of all pages, and they lie in several directories. The first page is DIRECTORY/html/index.html.
set -eu
cd "$(dirname "$0")/.."

# The version that the pages were looked at with.
version=0.5.4
if ! command -v mdbook > /dev/null; then
    echo "book: mdBook is not installed; do it with: cargo install --locked mdbook --no-default-features --version $version" >&2
    exit 1
fi

book=$1
rm -rf "$book"
mkdir -p "$book/src"
cp docs/book.toml "$book"
cp -r README.md ARCHITECTURE.md CHANGELOG.md Makefile docs apps libmpi-c toolchain devices emulator "$book/src"
# Links of the table of contents begin in docs.
sed -e 's|](\([a-z]\)|](docs/\1|' -e 's|](\.\./|](|' docs/SUMMARY.md > "$book/src/SUMMARY.md"
rm "$book/src/docs/SUMMARY.md"
# mdBook makes index.html of README.md but does not change the links to it.
find "$book/src" -name README.md -execdir mv {} index.md \;
find "$book/src" -name '*.md' -exec sed -i -e 's|docs/SUMMARY\.md|index.md|g' -e 's|README\.md\([)#]\)|index.md\1|g' {} +
mdbook build "$book"
echo "$book/html/index.html"
