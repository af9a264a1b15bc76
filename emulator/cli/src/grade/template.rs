//! A lab to start from: `rankine grade --new DIR`.

use crate::tell::say;
use std::fs;
use std::path::Path;

/// The files of the lab, by their paths in it.
const FILES: [(&str, &str); 5] = [
    ("lab.toml", include_str!("template/lab.toml")),
    ("handout.md", include_str!("template/handout.md")),
    ("skeleton.c", include_str!("template/skeleton.c")),
    ("solution/solution.c", include_str!("template/solution/solution.c")),
    ("teacher.md", include_str!("template/teacher.md")),
];

/// Makes the lab in a new directory. Fails if the directory exists.
pub fn make(directory: &Path) -> Result<(), String> {
    let shown = directory.display();
    let error = |error| format!("--new {shown}: {error}");
    fs::create_dir(directory).map_err(|cause| error(format!("{cause}; name a directory that does not exist")))?;
    for (name, text) in FILES {
        let file = directory.join(name);
        let made = file.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&file, text)).map_err(|cause| error(cause.to_string()))?;
    }
    say!("a lab is in {shown}; try it:");
    say!("  rankine grade {shown} {shown}/solution/solution.c");
    say!("  rankine grade {shown} {shown}/skeleton.c");
    Ok(())
}
