//! Keeps object files of the library in the cache. An object's name is a digest of all that the
//! object is made of. A library with another build parameter has most objects in common with the
//! one before.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use super::cache::unique_in;
use super::prune::OBJECTS;
use super::sources::Source;

/// Bytes of the digest in front of a kept object.
const DIGEST_BYTES: usize = 32;

/// The kept objects, for libraries compiled with these flags.
pub(super) struct Objects<'a> {
    directory: PathBuf,
    texts: BTreeMap<&'a str, Text<'a>>,
    /// The directories in which the compiler looks for included files (its `-I` options).
    search: Vec<&'a str>,
    /// What every object depends on.
    common: Vec<u8>,
}

/// What objects depend on in a source file.
struct Text<'a> {
    digest: [u8; 32],
    /// The included files, as its `#include` lines name them.
    includes: Vec<String>,
    /// Those of the flags `-DNAME` and `-DNAME=VALUE` whose name occurs in the file.
    defines: Vec<&'a str>,
}

impl<'a> Text<'a> {
    fn new(contents: &[u8], defines: &BTreeMap<&str, &'a str>) -> Text<'a> {
        let text = String::from_utf8_lossy(contents);
        let names: BTreeSet<&str> =
            text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect();
        Text {
            digest: Sha256::digest(contents).into(),
            includes: text.lines().filter_map(included).map(str::to_owned).collect(),
            defines: names.iter().filter_map(|name| defines.get(name)).copied().collect(),
        }
    }
}

impl<'a> Objects<'a> {
    /// `flags` are those of the library, and `identity` is the compiler's fingerprint. Neither
    /// contains `-f` flags that name places of the host.
    pub fn new(root: &Path, sources: &'a [Source], identity: &str, flags: &'a [OsString]) -> io::Result<Objects<'a>> {
        let directory = root.join(OBJECTS);
        fs::create_dir_all(&directory)?;
        let words: Vec<&str> = flags.iter().filter_map(|flag| flag.to_str()).collect();
        let (define_flags, others): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| word.starts_with("-D"));
        let defines = define_flags.into_iter().map(|define| (name_of(define), define)).collect(); // the last one counts
        let search = words.windows(2).filter(|pair| pair[0] == "-I").map(|pair| pair[1]).collect();
        let texts = sources.iter().map(|(path, contents)| (path.as_str(), Text::new(contents, &defines))).collect();
        Ok(Objects { directory, texts, search, common: format!("{identity} {others:?}").into_bytes() })
    }

    /// The file in which the object of this source file is kept, if it is kept.
    pub fn place(&self, source: &str) -> PathBuf {
        let texts = self.needed(source);
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(&self.common);
        let defines: BTreeSet<&str> = texts.iter().flat_map(|(_, text)| text.defines.iter().copied()).collect();
        defines.iter().for_each(|define| add(define.as_bytes()));
        for (path, text) in texts {
            add(path.as_bytes());
            add(&text.digest);
        }
        let name: String = hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        self.directory.join(name)
    }

    /// Copies a kept object to `object`. False if there is none, or if it is damaged.
    pub fn fetch(&self, place: &Path, object: &Path) -> bool {
        let Ok(kept) = fs::read(place) else { return false };
        let Some((digest, bytes)) = kept.split_at_checked(DIGEST_BYTES) else { return false };
        if Sha256::digest(bytes).as_slice() != digest || fs::write(object, bytes).is_err() {
            return false;
        }
        if let Ok(file) = File::open(place) {
            let _ = file.set_modified(SystemTime::now()); // at worst the object is compiled again
        }
        true
    }

    /// Keeps an object in a file, with its digest in front.
    pub fn keep(&self, place: &Path, object: &Path) -> io::Result<()> {
        let bytes = fs::read(object)?;
        let new = unique_in(&self.directory);
        fs::write(&new, [Sha256::digest(&bytes).as_slice(), &bytes].concat())?;
        fs::rename(&new, place)
    }

    /// The file and all files of the library that it includes, directly or indirectly, in order of
    /// path.
    fn needed(&self, source: &str) -> Vec<(&'a str, &Text<'a>)> {
        let mut found = BTreeMap::new();
        let mut open: Vec<_> = self.texts.get_key_value(source).into_iter().collect();
        while let Some((&path, text)) = open.pop() {
            if found.insert(path, text).is_some() {
                continue;
            }
            let beside = Path::new(path).parent().and_then(Path::to_str);
            for name in &text.includes {
                let mut places = beside.iter().copied().chain(self.search.iter().copied());
                open.extend(places.find_map(|place| self.texts.get_key_value(joined(place, name).as_str())));
            }
        }
        found.into_iter().collect()
    }
}

/// `file.h` of `#include "file.h"` or `#include <file.h>`.
fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    let (open, rest) = rest.split_at_checked(1)?;
    rest.split(if open == "<" { '>' } else { '"' }).next().filter(|_| open == "<" || open == "\"")
}

/// A path below a directory, without `..`.
fn joined(directory: &str, name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(name.split('/')) {
        match part {
            ".." => drop(parts.pop()),
            "" | "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

fn name_of(define: &str) -> &str {
    let define = &define["-D".len()..];
    define.split('=').next().unwrap_or(define)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    #[test]
    fn what_an_object_depends_on() {
        let source = |path: &str, text: &'static str| (path.to_owned(), Cow::Borrowed(text.as_bytes()));
        let mut sources = vec![
            source("lib/a/a.c", "#include \"../b/b.h\"\n#include <c.h>\n#include <stdio.h>\nint x = WIDTH;"),
            source("lib/b/b.h", "# include \"deep.h\""),
            source("lib/b/deep.h", "#ifdef DEPTH\n#endif"),
            source("lib/inc/c.h", "int BREADTHS;"),
            source("lib/other.h", "int OTHER;"),
        ];
        let flags = |all: &str| all.split(' ').map(OsString::from).collect::<Vec<_>>();
        let root = std::env::temp_dir().join(format!("rankine-objects-{}", std::process::id()));
        let place = |sources: &[Source], line: &str| {
            let flags = flags(line);
            Objects::new(&root, sources, "gcc", &flags).expect("a temporary directory").place("lib/a/a.c")
        };
        let first = place(&sources, "-O2 -I lib/inc -DWIDTH=1 -DDEPTH -DBREADTH=2");
        let rows = [
            ("-O2 -I lib/inc -DWIDTH=1 -DDEPTH -DBREADTH=3", true),
            ("-O2 -I lib/inc -DWIDTH=1 -DDEPTH", true),
            ("-O2 -I lib/inc -DWIDTH=2 -DDEPTH", false),
            ("-O2 -I lib/inc -DWIDTH=1", false),
            ("-O3 -I lib/inc -DWIDTH=1 -DDEPTH", false),
        ];
        for (line, same) in rows {
            assert_eq!(place(&sources, line) == first, same, "{line}");
        }
        let line = "-O2 -I lib/inc -DWIDTH=1 -DDEPTH";
        sources[4].1 = Cow::Borrowed(b"int ANOTHER;");
        assert_eq!(place(&sources, line), first, "a file that is not included");
        sources[2].1 = Cow::Borrowed(b"#ifdef DEPTH\n#endif\n");
        assert_ne!(place(&sources, line), first, "a file that is included by one that is included");
        std::fs::remove_dir_all(&root).expect("made above");
    }
}
