//! Applies each check of a lab to each submission, several submissions at a time.

use super::judge::{Verdict, judge};
use super::lab::{Check, Lab};
use super::outcome::{Compiled, Run};
use super::place::Place;
use super::points::Points;
use super::submissions::Submission;
use crate::regular;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A submission with its verdicts, one for each check of the lab.
pub struct Graded {
    pub name: String,
    pub file: String,
    pub verdicts: Vec<Verdict>,
}

impl Graded {
    pub fn earned(&self) -> Points {
        self.verdicts.iter().map(|verdict| verdict.earned).sum()
    }
}

/// Runs the reference solution, once for each check; there are no runs if the lab has no solution.
/// Fails if the solution does not get all points: then the lab is wrong.
pub fn references(lab: &Lab) -> Result<Vec<Option<Run>>, String> {
    let Some(solution) = &lab.solution else { return Ok(lab.checks.iter().map(|_| None).collect()) };
    let shown = solution.display();
    let text = regular::read(solution, super::lab::FILE_BYTES_MAX);
    let text = text.map_err(|error| format!("the reference solution {shown} {error}"))?;
    let mut work = Work::new(lab, &text).map_err(broken)?;
    let mut runs = Vec::new();
    for check in &lab.checks {
        let reference = match work.check(check, None).map_err(broken)? {
            (verdict, Some(run)) if verdict.reasons.is_empty() => run,
            (verdict, _) => {
                let reasons = verdict.reasons.join("\n").replace('\n', "\n    ");
                let check = &check.name;
                return Err(format!(
                    "the reference solution {shown} fails the check `{check}`:\n    {reasons}\n  next step: correct the check or \
                     the solution, until the solution gets all points"
                ));
            }
        };
        runs.push(Some(reference));
    }
    Ok(runs)
}

/// Grades all submissions, `jobs` at a time; the results do not depend on `jobs`.
pub fn grade(
    lab: &Lab,
    submissions: &[Submission],
    references: &[Option<Run>],
    jobs: usize,
) -> Result<Vec<Graded>, String> {
    let next = AtomicUsize::new(0);
    let done: Mutex<BTreeMap<usize, io::Result<Graded>>> = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(submissions.len()) {
            scope.spawn(|| {
                while let Some((index, submission)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    submissions.get(index).map(|submission| (index, submission))
                } {
                    let graded = grade_one(lab, submission, references);
                    done.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(index, graded);
                }
            });
        }
    });
    let done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    done.into_values().collect::<io::Result<_>>().map_err(broken)
}

fn grade_one(lab: &Lab, submission: &Submission, references: &[Option<Run>]) -> io::Result<Graded> {
    let verdicts = match &submission.text {
        Err(wrong) => lab.checks.iter().map(|_| Verdict::uncompiled(wrong, "")).collect(),
        Ok(text) => {
            let mut work = Work::new(lab, text)?;
            let pairs = lab.checks.iter().zip(references);
            pairs.map(|(check, reference)| Ok(work.check(check, reference.as_ref())?.0)).collect::<io::Result<_>>()?
        }
    };
    Ok(Graded { name: submission.name.clone(), file: submission.file.clone(), verdicts })
}

/// Platform and parameters of the library.
type Build = (Option<String>, Vec<String>);

/// A submission in its place, compiled once for each platform and library.
struct Work<'a> {
    place: Place<'a>,
    compiled: BTreeMap<Build, Compiled>,
    /// Messages of the compiler and linker that an explanation for students has already shown.
    told: BTreeSet<String>,
}

impl<'a> Work<'a> {
    fn new(lab: &'a Lab, text: &[u8]) -> io::Result<Work<'a>> {
        Ok(Work { place: Place::new(lab, text)?, compiled: BTreeMap::new(), told: BTreeSet::new() })
    }

    /// The verdict of a check, and the run if there was one. Without a reference, the run is
    /// compared with itself.
    fn check(&mut self, check: &Check, reference: Option<&Run>) -> io::Result<(Verdict, Option<Run>)> {
        let build = (check.platform.clone(), check.library.clone());
        if !self.compiled.contains_key(&build) {
            self.compiled.insert(build.clone(), self.place.compile(check)?.0);
        }
        let needs = match &self.compiled[&build] {
            Compiled::Not(sentence, said) => {
                let said = once(&mut self.told, check, said);
                return Ok((Verdict::uncompiled(sentence, said), None));
            }
            Compiled::Needs(needs) => needs,
        };
        let mut run = self.place.run(check, check.ranks)?;
        if run.has_not_begun() {
            run.stderr = once(&mut self.told, check, &run.stderr).to_owned();
        }
        let others = if run.figures.is_some() { &check.same_for_ranks[..] } else { &[] };
        let others = others.iter().map(|ranks| Ok((*ranks, self.place.run(check, *ranks)?)));
        let others: Vec<(u64, Run)> = others.collect::<io::Result<_>>()?;
        Ok((judge(check, needs, &run, &others, reference.unwrap_or(&run)), Some(run)))
    }
}

/// These messages, or nothing if students have already seen them.
fn once<'a>(told: &mut BTreeSet<String>, check: &Check, said: &'a str) -> &'a str {
    let is_told = told.contains(said);
    if !check.is_hidden {
        told.insert(said.to_owned());
    }
    if is_told { "" } else { said }
}

/// The message for an error of this computer.
fn broken(error: io::Error) -> String {
    format!("a submission cannot be run here: {error}")
}
