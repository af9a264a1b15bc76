#!/bin/sh
# Installs what Rankine needs in addition to Rust: the RISC-V compiler and its C library; with --tests also what tests need.
#
#   toolchain/setup.sh            to compile and run MPI programs in C
#   toolchain/setup.sh --cxx      in C++, too
#   toolchain/setup.sh --fortran  in Fortran, too
#   toolchain/setup.sh --tests    to run the tests as well (QEMU as a second RISC-V, MPICH as a second MPI, Valgrind's
#                                 reader of profiles, a browser for reports, GDB, CMake, autoconf, C++, Fortran)
#
# Only missing tools are installed; package lists are fetched only then. The compiler of MPICH is called mpicc.mpich here,
# so it does not hide Rankine's mpicc if that comes first in PATH.
set -eu

tests=no
cxx=no
fortran=no
for argument in "$@"; do
    case $argument in
    --tests) tests=yes cxx=yes fortran=yes ;;
    --cxx) cxx=yes ;;
    --fortran) fortran=yes ;;
    -h | --help)
        sed -n '2,11s/^# \{0,1\}//p' "$0"
        exit 0
        ;;
    *)
        echo "setup.sh: unknown option '$argument'; try --help" >&2
        exit 1
        ;;
    esac
done

have() {
    command -v "$1" >/dev/null 2>&1
}

# picolibc has no program of its own. If it is installed, the compiler prints the full path of its specs file.
have_picolibc() {
    have riscv64-unknown-elf-gcc || return 1
    case $(riscv64-unknown-elf-gcc -print-file-name=picolibc.specs) in
    /*) return 0 ;;
    *) return 1 ;;
    esac
}

# MPICH's headers are a package of their own. The compiler does not need it until it compiles.
have_mpich_headers() {
    have mpicc.mpich && echo '#include <mpi.h>' | mpicc.mpich -E - >/dev/null 2>&1
}

# Prints the names of the missing Debian packages, one per line.
missing_packages() {
    have riscv64-unknown-elf-gcc || echo gcc-riscv64-unknown-elf
    have riscv64-unknown-elf-objdump || echo binutils-riscv64-unknown-elf
    have_picolibc || echo picolibc-riscv64-unknown-elf
    if [ $cxx = yes ]; then
        have riscv64-linux-gnu-g++ || echo g++-riscv64-linux-gnu
    fi
    if [ $fortran = yes ]; then
        have riscv64-linux-gnu-gfortran || echo gfortran-riscv64-linux-gnu
    fi
    if [ $tests = yes ]; then
        { have qemu-riscv64 && have qemu-riscv32; } || echo qemu-user
        have mpicc.mpich || echo mpich
        have_mpich_headers || echo libmpich-dev
        have gdb-multiarch || echo gdb-multiarch
        have cc || echo gcc
        have make || echo make
        have cmake || echo cmake
        have autoconf || echo autoconf
        have callgrind_annotate || echo valgrind
        have chromium || echo chromium
    fi
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif have sudo; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        echo "setup.sh: not root and no sudo; run as root: $*" >&2
        return 1
    fi
}

install_on_debian() {
    echo "setup.sh: installing $*"
    as_root apt-get update -qq
    as_root apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

# On other systems nothing is installed: names differ, and some packages are not in the distribution's archive.
explain() {
    echo "setup.sh: missing (by Debian's names): $(echo "$missing" | tr '\n' ' ')" >&2
    if have dnf; then
        echo "  Fedora: dnf install gcc-riscv64-linux-gnu is not enough (it lacks the bare-metal target); use the" >&2
        echo "  riscv64-unknown-elf toolchain of https://github.com/riscv-collab/riscv-gnu-toolchain with picolibc;" >&2
        echo "  for the tests: dnf install qemu-user mpich-devel valgrind chromium" >&2
    elif have pacman; then
        echo "  Arch: pacman -S riscv64-elf-gcc riscv64-elf-binutils, picolibc from the AUR, then" >&2
        echo "  export RANKINE_GCC=riscv64-elf-gcc; for the tests: pacman -S qemu-user valgrind chromium, mpich from the AUR" >&2
    elif have brew; then
        echo "  macOS: brew install riscv64-elf-gcc riscv64-elf-binutils, picolibc from its sources, then" >&2
        echo "  export RANKINE_GCC=riscv64-elf-gcc; the tests need Linux (a container of Debian does)" >&2
    else
        echo "  use a container of Debian or Ubuntu, or a riscv64-unknown-elf GCC with picolibc in PATH" >&2
    fi
}

missing=$(missing_packages)
if [ -n "$missing" ]; then
    if have apt-get; then
        # shellcheck disable=SC2086  # one word a package
        install_on_debian $missing
        hash -r
        missing=$(missing_packages)
        if [ -n "$missing" ]; then
            echo "setup.sh: still missing after installing: $missing" >&2
            exit 1
        fi
    else
        explain
        exit 1
    fi
fi

if ! have cargo; then
    echo "setup.sh: Rust is not installed; see https://rustup.rs, or:" >&2
    echo "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh" >&2
    exit 1
fi
echo "setup.sh: everything is there"
