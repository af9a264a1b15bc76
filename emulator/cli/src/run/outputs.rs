//! Files that a run leaves: statistics, signature. They are opened before the run, so that a wrong path costs none.

use super::arguments::Arguments;
use rankine_machine::launch::Loaded;
use rankine_machine::signature::signature;
use rankine_observe::stats::Stats;
use std::fs::File;
use std::io::Write;
use std::path::Path;

pub struct Outputs {
    stats: Option<File>,
    signature: Option<File>,
}

impl Outputs {
    pub fn open(arguments: &Arguments) -> Result<Outputs, String> {
        Ok(Outputs {
            stats: create("--stats", arguments.stats.as_deref())?,
            signature: create("--signature", arguments.signature.as_deref())?,
        })
    }

    /// Writes what was asked for; an error says what was lost.
    pub fn write(self, loaded: &Loaded, statistics: &Stats) -> Result<(), String> {
        if let Some(file) = self.stats {
            save(file, "--stats", &statistics.to_json().map_err(|e| e.to_string())?)?;
        }
        if let Some(file) = self.signature {
            save(file, "--signature", &signature(loaded)?)?;
        }
        Ok(())
    }
}

fn create(option: &str, path: Option<&Path>) -> Result<Option<File>, String> {
    let Some(path) = path else { return Ok(None) };
    let file = File::create(path);
    file.map(Some)
        .map_err(|e| format!("cannot write {}: {e}; give {option} a path that can be written", path.display()))
}

fn save(mut file: File, option: &str, text: &str) -> Result<(), String> {
    file.write_all(text.as_bytes()).map_err(|e| format!("what {option} asks for could not be written: {e}"))
}
