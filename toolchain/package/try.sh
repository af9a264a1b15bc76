#!/bin/sh
# Installs the package in a bare Debian, like a new user's computer, and performs a user's first steps there.
#
#   toolchain/package/try.sh DIRECTORY
#
# DIRECTORY: where build.sh put the package. The bare system is made below it, and removed at the end. Needs root, debootstrap (installed
# if missing) and the archive from which this computer installs its packages. Exits with 0 if all steps succeed.
set -eu

directory=$1
package=$(ls "$directory"/rankine_*.deb)
bare=$directory/bare

[ "$(id -u)" = 0 ] || {
    echo "try.sh: needs root, as a system is installed" >&2
    exit 1
}
command -v debootstrap >/dev/null 2>&1 || {
    apt-get update -qq
    apt-get install -qq -y --no-install-recommends debootstrap >/dev/null
}
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' | sed -n "s/ $suite\$//p" | head -n 1)

# A system has /proc, which tells the program its own path.
clean() {
    if [ -e "$bare/proc/self" ]; then umount "$bare/proc"; fi
    rm -rf "$bare"
}
clean
trap clean EXIT
debootstrap --variant=minbase "$suite" "$bare" "$archive" >"$directory/debootstrap.log" 2>&1 || {
    tail -n 5 "$directory/debootstrap.log" >&2
    exit 1
}
mount -t proc proc "$bare/proc"
cp "$package" "$bare/rankine.deb"

inside() {
    chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}

as_student() {
    inside su student -c "cd && $*"
}

# Prints the time of a step. Ends if the step fails or takes more than `most` seconds.
step() {
    name=$1 most=$2
    shift 2
    begin=$(date +%s.%N)
    "$@" >"$directory/step.log" 2>&1 || {
        cat "$directory/step.log" >&2
        echo "try.sh: failed: $name" >&2
        exit 1
    }
    took=$(echo "$(date +%s.%N) $begin" | awk '{printf "%.2f", $1 - $2}')
    echo "$name: $took s (at most $most)"
    [ "$(echo "$took $most" | awk '{print $1 <= $2}')" = 1 ] || {
        echo "try.sh: too slow: $name" >&2
        exit 1
    }
}

wants() {
    grep -q "$1" "$directory/step.log" || {
        cat "$directory/step.log" >&2
        echo "try.sh: the output should have: $1" >&2
        exit 1
    }
}

inside useradd --create-home student
step 'package lists' 120 inside apt-get update -qq
step 'install' 120 inside apt-get install -qq -y --no-install-recommends /rankine.deb
step 'doctor' 10 as_student rankine doctor
step 'first mpicc' 3 as_student mpicc -O2 -o heat2d /usr/share/doc/rankine/apps/heat2d.c
step 'first run' 10 as_student mpirun -n 4 ./heat2d
wants 'heat2d: checksum'
step 'report' 20 as_student rankine run -n 4 --report heat2d.html heat2d
step 'the report is there' 1 as_student test -s heat2d.html
for platform in sarc nic tmd-9 gas-c; do
    step "mpicc for $platform" 3 as_student rankine cc "--platform=$platform" -O2 -o ring /usr/share/doc/rankine/apps/ring.c
    step "run on $platform" 20 as_student rankine run -n 3 --platform "$platform" ring
done
step 'mpicxx names its package' 1 as_student '! mpicxx x.cc'
wants 'apt-get install g++-riscv64-linux-gnu'
step 'mpifort names its package' 1 as_student '! mpifort x.f90'
wants 'apt-get install gfortran-riscv64-linux-gnu'
step 'pages of the manual' 1 inside test -s /usr/share/man/man1/rankine-run.1.gz
step 'nothing was built' 1 as_student '! ls .cache/rankine/libraries/*'
step 'remove' 60 inside apt-get purge -qq -y rankine
step 'nothing is left' 1 inside sh -c '! ls -d /usr/lib/rankine /usr/bin/mpicc'
