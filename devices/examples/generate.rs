//! Writes the register constants, C headers and manual pages of all devices.

use rankine_devices::generate::generate;
use std::path::Path;

fn main() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for file in generate(&root)? {
        let show = |error| format!("{}: {error}", file.path.display());
        if let Some(directory) = file.path.parent() {
            std::fs::create_dir_all(directory).map_err(show)?;
        }
        std::fs::write(&file.path, &file.text).map_err(show)?;
    }
    Ok(())
}
