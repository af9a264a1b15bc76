# Makefile of Rankine. The two commands to begin with are `make demo` and `make test`.

.PHONY: demo test test-long test-release sanitize fuzz bench book pages fmt lint release container setup setup-tests build

RANKINE = target/release/rankine

demo: setup build
	$(RANKINE) run -n 16 apps/heat2d.c
	@echo 'Look further:'
	@echo '  $(RANKINE) run -n 16 --report heat2d.html apps/heat2d.c    # a page for your browser: timeline, messages, hottest lines'
	@echo '  $(RANKINE) run -n 16 --profile apps/heat2d.c && $(RANKINE) annotate    # source lines and instructions with their cycles'

test: setup-tests build
	cargo test --workspace --release --no-fail-fast

# Runs some checks at length: eleven million words each of RV32 and RV64 against objdump, ten
# thousand rounds of the sequencers' barriers, more than a hundred million random instructions
# against QEMU, every program in every way of running and at all sizes, a thousand random programs
# likewise, all rows of the MPI programs' lists on all platforms, every order of events around the
# firmware, and a hundred thousand mutated inputs. Then runs the tests of `make test` again, built
# with checks for overflow and debug assertions.
test-long: setup-tests build
	RANKINE_LONG=1 cargo test --release --package rankine-isa --test objdump
	RANKINE_LONG=1 cargo test --release --package rankine-devices --test pams
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test lockstep -- --nocapture
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test repeat --test random --test mpi --test gasnet --test repro --test memory --test firmware -- --nocapture
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test fuzz_seeds
	cargo build --profile checked
	cargo test --workspace --profile checked

# Miri looks for undefined behaviour in `bus`, `timing` and the unit tests of `devices`, whose other
# tests would take it many hours. It supports neither the jumps between handlers in `hart` nor the
# system calls of `host`, and the other crates have hardly any `unsafe`.
# ThreadSanitizer looks for data races while host threads run the harts of whole programs. It needs
# profile `checked`: it keeps a stack of calls, which overflows if handlers jump to each other.
# `make sanitize` needs rustup, which installs the nightly compiler. It takes an hour on two cores.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
TSAN = RUSTFLAGS=-Zsanitizer=thread TSAN_OPTIONS='halt_on_error=1 exitcode=66' cargo +nightly

sanitize: setup-tests
	rustup toolchain install --profile minimal --component miri --component rust-src nightly
	cargo +nightly miri test --package rankine-bus --package rankine-timing
	MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --package rankine-devices --lib
	$(TSAN) build --profile checked -Zbuild-std --target $(HOST) --target-dir target/sanitize
	$(TSAN) test --profile checked -Zbuild-std --target $(HOST) --target-dir target/sanitize --package rankine-tests --test repeat

# Looks for inputs that make something panic or hang, FUZZ_SECONDS for each target. It leaves such
# inputs in tests/fuzz/artifacts. The stable compiler has the options that cargo-fuzz needs, and
# RUSTC_BOOTSTRAP=1 unlocks them.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= decode elf platform code devices gdb profile pams lab

fuzz:
	cargo fuzz --version > /dev/null 2>&1 || cargo install --locked cargo-fuzz
	for target in $(FUZZ_TARGETS); do \
		mkdir -p tests/fuzz/corpus/$$target && \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir tests/fuzz -O -s none $$target \
			tests/fuzz/corpus/$$target tests/fuzz/seeds/$$target -- \
			-max_total_time=$(FUZZ_SECONDS) -len_control=0 -timeout=20 -max_len=8192 || exit 1; \
	done

# Makes the book of all pages in target/book/html. Needs mdBook.
book:
	docs/book.sh target/book

# Runs the commands of the pages and writes their new figures into the pages, where only figures differ. Draws the pictures of README
# again, with Chromium.
pages: build
	RANKINE_REFRESH=1 cargo test --release --package rankine-tests --test book --test labs -- --nocapture pages_ handouts_
	docs/pictures.sh $(RANKINE)

# Makes a package for Debian in target/package.
release: setup
	cargo build --profile dist
	toolchain/package/build.sh target/dist target/package

# Makes an image for docker, podman or buildah, in which the package of the last commit and GDB are
# installed: CONTAINER=podman make container
CONTAINER ?= docker
container:
	rm -rf target/container && mkdir -p target/container
	git archive HEAD | tar -x -C target/container
	$(CONTAINER) build -t rankine -f toolchain/package/Containerfile target/container

# Makes the package and installs it in a bare Debian, where a user without root rights compiles and
# runs the first program. Needs root and the network.
test-release: release
	toolchain/package/try.sh target/package

bench: setup-tests build
	cargo run --release --package rankine-tests --example bench

fmt:
	cargo fmt --all

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --release -- -D warnings

build:
	cargo build --release

setup:
	toolchain/setup.sh

setup-tests:
	toolchain/setup.sh --tests
