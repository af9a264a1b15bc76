# Rankine: the two commands are `make demo` and `make test`.

.PHONY: demo test test-long bench fmt lint setup setup-tests build

RANKINE = target/release/rankine

demo: setup build
	$(RANKINE) run -n 4 apps/heat2d.c

test: setup-tests build
	cargo test --workspace --release

# Some checks at length: eleven million words each of RV32 and RV64 against objdump, more than a hundred million
# random instructions against QEMU, every program carried out in every way at all sizes, a thousand random programs
# likewise.
test-long: setup-tests build
	RANKINE_LONG=1 cargo test --release --package rankine-isa --test objdump
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test lockstep -- --nocapture
	RANKINE_LONG=1 cargo test --release --package rankine-tests --test repeat --test random -- --nocapture

bench: setup-tests build
	cargo run --release --package rankine-tests --example bench

fmt:
	cargo fmt --all

lint:
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --release -- -D warnings

build:
	cargo build --workspace --release

setup:
	toolchain/setup.sh

setup-tests:
	toolchain/setup.sh --tests
