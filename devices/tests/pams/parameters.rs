//! Limits of the sequencer's parameters.

use crate::world::{PARAMS, params};
use rankine_devices::gas::pams::PamsParams;

#[test]
fn defaults_are_those_of_the_tests() {
    let declared: String =
        PamsParams::SECTION.keys.iter().map(|key| format!("{} = {}\n", key.name, key.default)).collect();
    assert_eq!(declared.trim(), PARAMS.trim());
    assert_eq!(params(&[]).check(), Ok(()));
}

#[test]
fn limits() {
    for (key, value) in [
        ("code_words", "0"),
        ("code_words", "1025"),
        ("plain_cycles", "0"),
        ("parameter_cycles", "0"),
        ("request_cycles", "0"),
        ("call_cycles", "0"),
        ("argument_words", "0"),
        ("payload_words", "0"),
        ("control_loop_cycles", "1000001"),
    ] {
        let error = params(&[(key, value)]).check().unwrap_err();
        assert!(error.starts_with(&format!("pams.{key} = {value}: must be")), "{error}");
    }
}
