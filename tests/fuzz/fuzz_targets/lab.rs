//! Fuzz target: the function is in `rankine_tests::fuzz`.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| rankine_tests::fuzz::check("lab", input));
