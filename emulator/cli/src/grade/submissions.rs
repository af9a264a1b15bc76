//! Finds what students hand in: files, directories with one file, and classes (directories of
//! these).

use super::lab::{FILE_BYTES_MAX, Lab};
use crate::regular;
use std::fs;
use std::path::{Path, PathBuf};

/// A submission that has been found.
pub struct Submission {
    /// The student's name: the name of the file without its ending, or of the directory.
    pub name: String,
    /// The file's name, used in the command that repeats a run.
    pub file: String,
    /// The file's text, or the reason why there is none.
    pub text: Result<Vec<u8>, String>,
}

/// All submissions that these paths name, and whether a path named a class. Fails if a path names
/// no submission.
pub fn find(lab: &Lab, paths: &[PathBuf]) -> Result<(Vec<Submission>, bool), String> {
    let (mut submissions, mut has_class) = (Vec::new(), false);
    for path in paths {
        let about = fs::metadata(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        if !about.is_dir() {
            submissions.push(of_file(path));
        } else if path.join(&lab.source).exists() {
            submissions.push(of_directory(lab, path));
        } else {
            has_class = true;
            submissions.extend(class(lab, path)?);
        }
    }
    Ok((submissions, has_class))
}

/// The submissions of a class, in order of their names.
fn class(lab: &Lab, directory: &Path) -> Result<Vec<Submission>, String> {
    let shown = directory.display();
    let error = |error| format!("{shown} cannot be read: {error}");
    let entries = fs::read_dir(directory).map_err(error)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry.map_err(error)?.path())).collect::<Result<_, String>>()?;
    paths.retain(|path| !name_of(path).starts_with('.') && (path.is_dir() || is_c(path)));
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{shown} has neither {} nor C files or directories of submissions", lab.source));
    }
    Ok(paths.iter().map(|path| if path.is_dir() { of_directory(lab, path) } else { of_file(path) }).collect())
}

/// The submission in a directory: the file with the name of the lab's source, or the only C file
/// there.
fn of_directory(lab: &Lab, directory: &Path) -> Submission {
    let name = directory.canonicalize().map_or_else(|_| name_of(directory), |path| name_of(&path));
    let source = directory.join(&lab.source);
    if source.exists() {
        return Submission { name, ..of_file(&source) };
    }
    let entries = fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| is_c(path)).collect();
    match (files.pop(), files.is_empty()) {
        (Some(only), true) => Submission { name, ..of_file(&only) },
        (found, _) => {
            let why = if found.is_some() { "none of the C files is named" } else { "there is no file" };
            let text = Err(format!("{why} {}", lab.source));
            Submission { name, file: lab.source.clone(), text }
        }
    }
}

fn of_file(file: &Path) -> Submission {
    let is_link = fs::symlink_metadata(file).is_ok_and(|about| about.is_symlink());
    let text = if is_link {
        Err("the file is a symbolic link".to_owned())
    } else {
        regular::read(file, FILE_BYTES_MAX).map_err(|error| format!("the file {error}"))
    };
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Submission { name, file: name_of(file), text }
}

fn is_c(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "c")
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
