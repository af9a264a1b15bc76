# Rankine: the two commands are `make demo` and `make test`.

.PHONY: demo test test-long test-release sanitize fuzz bench book pages fmt lint release container setup setup-tests build

RANKINE = target/release/rankine

demo: setup build
	$(RANKINE) run -n 16 apps/heat2d.c
	@echo 'Look further:'
	@echo '  $(RANKINE) run -n 16 --report heat2d.html apps/heat2d.c    # a page for your browser: timeline, messages, hottest lines'
	@echo '  $(RANKINE) run -n 16 --profile apps/heat2d.c && $(RANKINE) annotate    # source lines and instructions with their cycles'

test: setup-tests build
	cargo test --workspace --release --no-fail-fast

# Some checks at length: eleven million words each of RV32 and RV64 against objdump, ten thousand rounds of the sequencers'
# barriers, more than a hundred million random instructions against QEMU, every program carried out in every way at all sizes, a
# thousand random programs likewise, the MPI programs' lists on all platforms, every order of events around firmware, a hundred thousand
# mutated inputs. Then `make test` again, built with checks for overflow and debug assertions.
test-long: setup-tests build
	RANKINE_LONG=1 cargo test --release --package rankine-isa --test objdump
	RANKINE_LONG=1 cargo test --release --package rankine-devices --test pams
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test lockstep -- --nocapture
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test repeat --test random --test mpi --test gasnet --test repro --test memory --test firmware -- --nocapture
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test fuzz_seeds
	cargo build --profile checked
	cargo test --workspace --profile checked

# Miri looks for undefined behaviour in `bus` and `timing`; it has neither the jumps between handlers of `hart` nor the system calls of
# `host`, and the other crates have hardly any `unsafe`. ThreadSanitizer looks for data races while host threads run the harts of whole
# programs; with profile `checked`, as it keeps a stack of calls that handlers which jump to each other overflow. Needs rustup, which
# brings the nightly compiler. Takes an hour on two cores.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
TSAN = RUSTFLAGS=-Zsanitizer=thread TSAN_OPTIONS='halt_on_error=1 exitcode=66' cargo +nightly

sanitize: setup-tests
	rustup toolchain install --profile minimal --component miri --component rust-src nightly
	cargo +nightly miri test --package rankine-bus --package rankine-timing
	$(TSAN) build --profile checked -Zbuild-std --target $(HOST) --target-dir target/sanitize
	$(TSAN) test --profile checked -Zbuild-std --target $(HOST) --target-dir target/sanitize --package rankine-tests --test repeat

# Looks for inputs that make something panic or hang, FUZZ_SECONDS for each target; what is found is left in
# tests/fuzz/artifacts. The stable compiler has what cargo-fuzz needs, but keeps it for itself unless told otherwise.
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

# The book of all pages, in target/book/html; needs mdBook.
book:
	docs/book.sh target/book

# Writes the figures that commands print now into the pages that show them, where only figures differ.
pages: build
	RANKINE_REFRESH=1 cargo test --release --package rankine-tests --test book --test labs -- --nocapture pages_show

# A package for Debian, in target/package.
release: setup
	cargo build --profile dist
	toolchain/package/build.sh target/dist target/package

# An image for docker, podman or buildah, with the package of the last commit and GDB installed: CONTAINER=podman make container
CONTAINER ?= docker
container:
	rm -rf target/container && mkdir -p target/container
	git archive HEAD | tar -x -C target/container
	$(CONTAINER) build -t rankine -f toolchain/package/Containerfile target/container

# The package, installed in a bare Debian, where a user without rights compiles and runs the first program. Needs root and the network.
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
