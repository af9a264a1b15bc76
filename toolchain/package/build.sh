#!/bin/sh
# Makes a Debian package of the programs that were built, with the libraries of all platforms included.
#
#   toolchain/package/build.sh PROGRAMS TO
#
# PROGRAMS: the directory with rankine, mpicc, mpicxx, mpifort, mpirun, mpiexec and gasnetcc; TO: the directory for the package and its parts.
# The version is the one in Cargo.toml. Needs dpkg-deb, objdump and the RISC-V compiler with picolibc.
set -eu

programs=$1
to=$2
source=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$source/Cargo.toml" | head -n 1)
architecture=$(dpkg --print-architecture)
root=$to/root
lib=$root/usr/lib/rankine
doc=$root/usr/share/doc/rankine

rm -rf "$root" "$to/cache"
mkdir -p "$lib/bin" "$root/usr/bin" "$root/usr/share/man/man1" "$doc" "$root/DEBIAN"

for program in rankine mpicc mpicxx mpifort mpirun mpiexec gasnetcc; do
    strip -o "$lib/bin/$program" "$programs/$program"
done
for program in rankine gasnetcc; do
    ln -s "../lib/rankine/bin/$program" "$root/usr/bin/$program"
done

rankine=$lib/bin/rankine
"$rankine" man "$root/usr/share/man/man1"
gzip -9n "$root"/usr/share/man/man1/*
install -d "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" \
    "$root/usr/share/fish/vendor_completions.d"
"$rankine" completions bash >"$root/usr/share/bash-completion/completions/rankine"
"$rankine" completions zsh >"$root/usr/share/zsh/vendor-completions/_rankine"
"$rankine" completions fish >"$root/usr/share/fish/vendor_completions.d/rankine.fish"

cp -r "$source/docs" "$source/apps" "$source/README.md" "$source/CHANGELOG.md" "$source/LICENSE-APACHE" "$doc"
cp "$source/LICENSE-MIT" "$doc/copyright"

# The libraries of each platform, built as by a first run: for its programs, and for firmware. `bare` has none. A program runs on
# every node where there are few of them: on `gas` the first ones are sequencers.
printf 'int main(void) { return 0; }\n' >"$to/nothing.c"
"$rankine" platforms | sed -n 's/^\([a-z0-9-]*\)  *\([0-9]*\) nodes .*/\1 \2/p' | grep -v '^bare ' >"$to/platforms"
while read -r platform nodes; do
    [ "$nodes" -le 64 ] || nodes=1
    RANKINE_CACHE=$to/cache "$rankine" run -q -n "$nodes" "--platform=$platform" "$to/nothing.c"
done <"$to/platforms"
mv "$to/cache/libraries" "$lib/libraries"
rm -rf "$to/cache" "$to/nothing.c" "$to/platforms"
chmod -R u=rwX,go=rX "$root"

# The newest version of the host's C library that the program's symbols need.
glibc=$(objdump -T "$rankine" | sed -n 's/.*GLIBC_\([0-9.]*\).*/\1/p' | sort -Vu | tail -n 1)
cat >"$root/DEBIAN/control" <<END
Package: rankine
Version: $version
Architecture: $architecture
Section: devel
Priority: optional
Maintainer: The Rankine authors <rankine@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
Depends: libc6 (>= $glibc), libgcc-s1, gcc-riscv64-unknown-elf, binutils-riscv64-unknown-elf, picolibc-riscv64-unknown-elf
Suggests: gdb-multiarch, g++-riscv64-linux-gnu, gfortran-riscv64-linux-gnu
Description: emulated multi-hart RISC-V machine for MPI programs
 Runs unmodified MPI programs in C, C++ and Fortran, compiled by the public RISC-V GCC, on an
 emulated machine whose network interfaces are modelled down to their command
 buffers, and tells what every instruction of the message-passing path costs.
END
install -m 755 "$source/toolchain/package/postinst" "$source/toolchain/package/prerm" "$root/DEBIAN"
fakeroot=
[ "$(id -u)" = 0 ] || fakeroot=--root-owner-group
# shellcheck disable=SC2086  # an option or nothing
dpkg-deb --build $fakeroot "$root" "$to/rankine_${version}_$architecture.deb"
rm -rf "$root"
