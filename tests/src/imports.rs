//! Finds which source files of a crate import from which, by reading their text. A test uses it for
//! the rule that directories must not import from each other in circles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module's path in its crate.
type Module = Vec<String>;

/// The files of a crate, and the names that they use.
pub struct Imports {
    /// The file of each module, relative to `src`.
    files: BTreeMap<Module, PathBuf>,
    /// The paths that each module names, and whether it re-exports them (`pub use`).
    names: BTreeMap<Module, Vec<(bool, Module)>>,
}

impl Imports {
    /// Reads the crate with these source files: paths relative to `src`, and their texts. Leaves tests out.
    pub fn of(files: impl IntoIterator<Item = (PathBuf, String)>) -> Imports {
        let mut imports = Imports { files: BTreeMap::new(), names: BTreeMap::new() };
        let mut texts = Vec::new();
        for (path, text) in files {
            let module = module_of(&path);
            if !module.iter().any(|part| part == "tests") {
                imports.files.insert(module.clone(), path);
                texts.push((module, text));
            }
        }
        for (module, text) in texts {
            let names = names_in(&text).into_iter();
            let names = names.filter_map(|(handed_on, path)| Some((handed_on, imports.absolute(&module, &path)?)));
            let names = names.collect();
            imports.names.insert(module, names);
        }
        imports
    }

    /// Groups of files that import from each other in a circle and lie in different directories.
    pub fn circles(&self) -> Vec<BTreeSet<PathBuf>> {
        let uses: BTreeMap<&Module, BTreeSet<Module>> =
            self.files.keys().map(|module| (module, self.used_by(module))).collect();
        let reached = |from: &Module| {
            let (mut found, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                open.extend(uses[&next].iter().filter(|one| found.insert((*one).clone())).cloned());
            }
            found
        };
        let reach: BTreeMap<&Module, BTreeSet<Module>> = self.files.keys().map(|one| (one, reached(one))).collect();
        let circle = |of: &Module| -> BTreeSet<PathBuf> {
            let together = reach[of].iter().filter(|other| reach[other].contains(of));
            together.map(|other| self.files[other].clone()).collect()
        };
        let circles: BTreeSet<BTreeSet<PathBuf>> = self.files.keys().map(circle).collect();
        let directories =
            |files: &BTreeSet<PathBuf>| files.iter().map(|file| file.parent()).collect::<BTreeSet<_>>().len();
        circles.into_iter().filter(|files| directories(files) > 1).collect()
    }

    /// The modules from whose files this module's file imports.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let is_front = self.files[module].ends_with("mod.rs") || self.files[module].ends_with("lib.rs");
        let names = self.names[module].iter().filter(|(handed_on, _)| !(is_front && *handed_on));
        names
            .map(|(_, name)| self.home(name, 0))
            .filter(|home| home != module && self.files.contains_key(home))
            .collect()
    }

    /// The module that defines a name; follows re-exports.
    fn home(&self, name: &[String], depth: u32) -> Module {
        let known = (0..=name.len()).rev().find(|&parts| self.files.contains_key(&name[..parts])).unwrap_or(0);
        let (module, rest) = (name[..known].to_vec(), &name[known..]);
        let handed_on = self.names.get(&module).into_iter().flatten().find(|(is_handed_on, other)| {
            *is_handed_on && !rest.is_empty() && other.last() == rest.first() && other[..] != name[..known + 1]
        });
        match handed_on {
            Some((_, other)) if depth < 6 => self.home(&[other, &rest[1..]].concat(), depth + 1),
            _ => module,
        }
    }

    /// A path in a module, as a path from the crate's root; none if it leads to another crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => Some([module.get(..module.len().checked_sub(supers)?)?, &path[supers..]].concat()),
            first => {
                let below = [&module[..], &[first.to_owned()]].concat();
                self.files.contains_key(&below).then(|| [module, path].concat())
            }
        }
    }
}

fn module_of(path: &Path) -> Module {
    let mut parts: Module = path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// All paths in a source, in `use` and elsewhere, and whether they are re-exported. Not all lead to a module.
fn names_in(text: &str) -> Vec<(bool, Module)> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect();
    let mut names = Vec::new();
    for statement in code.join("\n").split(';') {
        let lines: Vec<&str> = statement.lines().map(str::trim).collect();
        let first = lines.iter().rposition(|line| line.split(' ').take(2).any(|word| word == "use"));
        let (before, of_use) = lines.split_at(first.unwrap_or(lines.len()));
        if let Some((visibility, tree)) = of_use.join(" ").split_once("use ") {
            let handed_on = visibility.contains("pub");
            names.extend(paths_of(tree).into_iter().map(|path| (handed_on, path)));
        }
        let before = before.join(" ");
        let words = before.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
        let paths = words.filter(|word| word.contains("::"));
        names.extend(paths.map(|path| (false, parts_of(path))));
    }
    names
}

/// The paths in a tree like `a::{b, c::{d, e as f}}`.
fn paths_of(tree: &str) -> Vec<Module> {
    let Some((before, list)) = tree.split_once('{') else {
        return vec![parts_of(tree.split(" as ").next().unwrap_or_default().trim())];
    };
    let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
    let (mut depth, mut start, mut paths) = (0, 0, Vec::new());
    for (at, letter) in list.char_indices().chain([(list.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let one = list[start..at].trim();
                if !one.is_empty() {
                    paths.extend(paths_of(&format!("{}{one}", before.trim())));
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    paths
}

fn parts_of(path: &str) -> Module {
    path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
