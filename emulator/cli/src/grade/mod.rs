//! `rankine grade`: gives points to programs that students hand in. Their measurements are exact to
//! the cycle (docs/grading.md).

mod child;
mod files;
mod grading;
mod hand_out;
mod judge;
mod keys;
mod lab;
mod landlock;
mod outcome;
mod place;
mod points;
mod public;
mod same;
mod show;
mod submissions;
mod template;

use crate::atomic::{self, AtomicFile};
use crate::tell::{failed, say, tell};
pub use lab::Lab;
use std::path::{Path, PathBuf};

/// Exit code if a submission does not have all points.
const NOT_ALL_POINTS: i32 = 1;

#[derive(clap::Args)]
pub struct Arguments {
    /// The lab: a directory with a lab.toml
    #[arg(required_unless_present = "new")]
    lab: Option<PathBuf>,
    /// Submissions: C files, directories with one C file each, or a directory of submissions (a class)
    #[arg(required_unless_present_any = ["new", "hand_out"])]
    submissions: Vec<PathBuf>,
    /// Also print the reasons for missing points of hidden checks
    #[arg(long)]
    teacher: bool,
    /// Number of submissions that are graded at the same time (default: one for each core); results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Write the results as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write the results as JSON for Gradescope
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a CSV table with a line for each submission
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Do not grade; print pairs of submissions with similar compiled code, even if names and layout in their sources differ
    #[arg(long, conflicts_with_all = ["teacher", "jobs", "junit", "json", "csv"])]
    same: bool,
    /// Do not grade; write the students' files of the lab to a new directory, without the solution and hidden checks
    #[arg(long, value_name = "DIR", conflicts_with_all = ["submissions", "teacher", "jobs", "junit", "json", "csv", "same"])]
    hand_out: Option<PathBuf>,
    /// Create a lab from a template in a new directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["lab", "submissions", "teacher", "jobs", "junit", "json", "csv", "same", "hand_out"])]
    new: Option<PathBuf>,
}

pub fn main(arguments: &Arguments) -> i32 {
    let done = match (&arguments.new, &arguments.lab) {
        (Some(directory), _) => template::make(directory).map(|()| 0),
        (None, Some(lab)) => match &arguments.hand_out {
            Some(directory) => hand_out::make(lab, directory).map(|()| 0),
            None => grade(arguments, lab),
        },
        (None, None) => Err("no lab given".into()),
    };
    done.unwrap_or_else(|message| failed(format!("grade: {message}")))
}

fn grade(arguments: &Arguments, directory: &Path) -> Result<i32, String> {
    let lab = Lab::read(directory)?;
    if lab.checks.is_empty() {
        return Err(format!("the lab `{}` has no checks; its teacher.md says how to grade it by hand", lab.name));
    }
    // Open the files first, so that nothing is graded if a file cannot be written.
    for path in [&arguments.junit, &arguments.json, &arguments.csv].into_iter().flatten() {
        AtomicFile::create(path).map_err(|error| unwritten(path, &error))?;
    }
    let (submissions, is_class) = submissions::find(&lab, &arguments.submissions)?;
    if !place::is_closed() {
        tell!(
            "rankine: warning: this kernel has no Landlock, so submissions can read files of this computer through the compiler"
        );
        tell!("  next step: grade submissions that you do not trust in a container, or with Linux 5.19 or later");
    }
    if arguments.same {
        return same::print(&lab, &submissions).map(|()| 0);
    }
    let references = grading::references(&lab)?;
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let all = grading::grade(&lab, &submissions, &references, jobs)?;
    for (index, graded) in all.iter().enumerate() {
        if index > 0 {
            say!("");
        }
        show::print(&lab, graded, arguments.teacher);
    }
    let teacher = arguments.teacher;
    write(arguments.junit.as_deref(), || files::junit(&lab, &all, teacher))?;
    write(arguments.json.as_deref(), || files::gradescope(&lab, &all, is_class, teacher))?;
    write(arguments.csv.as_deref(), || files::csv(&lab, &all))?;
    let have_all = all.iter().all(|graded| graded.earned() == show::total(&lab));
    Ok(if have_all { 0 } else { NOT_ALL_POINTS })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn write(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), String> {
    path.map_or(Ok(()), |path| atomic::write(path, &text()).map_err(|error| unwritten(path, &error)))
}

fn unwritten(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", path.display())
}
