//! Fuzz target: any text as a profile that is read back and shown.

use super::machine;
use rankine_observe::comparison;
use rankine_observe::profile::{Saved, annotate};
use rankine_observe::stats::Stats;
use rankine_platform::{DEFAULT_PLATFORM, Platform};
use rankine_program::Debug;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

const CODE: [u32; 2] = [0x0000_0013, 0x0000_006f]; // nop; j .

pub fn check(input: &[u8]) {
    static PROGRAM: OnceLock<Arc<[u8]>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let platform = Platform::resolve(DEFAULT_PLATFORM, &[]).expect("a preset");
        machine::program(&platform, &CODE.map(u32::to_le_bytes).concat()).into()
    });
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Ok(stats) = Stats::from_json(text) {
        assert!(comparison::statistics([&stats, &stats], usize::MAX).0.starts_with("Whole run"));
    }
    let saved = match Saved::from_json(text) {
        Ok(saved) => saved,
        Err(message) => return assert!(!message.is_empty()),
    };
    let again = saved.to_json().map_err(|e| e.to_string()).and_then(|text| Saved::from_json(&text));
    assert_eq!(again.as_ref(), Ok(&saved));
    let place = |_, _, pc| comparison::Place { function: format!("{pc:#x}"), line: String::new() };
    assert_eq!(comparison::profiles([&saved, &saved], &place, usize::MAX), (String::new(), true));
    let processors = saved.processors();
    let debug = Debug::load(program.clone(), PathBuf::from("/"));
    for name in [None, Some("main")] {
        match annotate(&processors.iter().collect::<Vec<_>>(), &debug, program, name, &|_| None) {
            Ok(text) | Err(text) => assert!(!text.is_empty()),
        }
    }
}
