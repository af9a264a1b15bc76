//! A lab: the directory of an exercise for students, with the checks of its `lab.toml`
//! (docs/grading.md).

use super::keys::{Source, Table, Value};
use super::points::Points;
use crate::regular;
use regex_lite::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// The file with the checks.
pub const FILE: &str = "lab.toml";

/// Where the reference solution is unless the lab says otherwise.
const SOLUTION: &str = "solution/solution.c";

/// The most bytes of a file of a lab or a submission.
pub const FILE_BYTES_MAX: u64 = 1 << 20;

pub struct Lab {
    pub directory: PathBuf,
    pub name: String,
    /// The file in whose place a submission is put, and its name when it is compiled.
    pub source: String,
    /// The reference solution; none if the lab has none and no check compares with it.
    pub solution: Option<PathBuf>,
    /// Files that are put beside the source, by their paths in the lab.
    pub beside: Vec<String>,
    /// Files that students get in addition, for tasks without a check: names, and where the files are.
    pub given: Vec<(String, PathBuf)>,
    pub limits: Limits,
    pub checks: Vec<Check>,
}

/// Limits of each run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub cycles: u64,
    /// Processor time of this computer, in seconds.
    pub seconds: u64,
    pub memory_mib: u64,
    /// The most KiB of standard output, and of standard error.
    pub output_kib: u64,
    /// The most MiB of all files that a run writes.
    pub disk_mib: u64,
}

/// A run, and the conditions that it must meet.
pub struct Check {
    pub name: String,
    pub points: Points,
    pub is_hidden: bool,
    pub ranks: u64,
    pub platform: Option<String>,
    pub settings: Vec<String>,
    pub library: Vec<String>,
    pub arguments: Vec<String>,
    pub input: String,
    pub cycles_max: u64,
    pub exit_code: i32,
    pub output: Option<Output>,
    pub is_clean: bool,
    /// Functions that the program must not use.
    pub without: Vec<String>,
    /// MPI functions that at least one rank must call.
    pub with: Vec<String>,
    /// Upper bounds.
    pub bounds: Bounds,
    /// Lower bounds: a program that prints the expected text without the work stays below them.
    pub least: Bounds,
    pub same_for_ranks: Vec<u64>,
    pub partial: Vec<(Bounds, Points)>,
}

/// The expected standard output.
pub enum Output {
    Exactly(String),
    Sorted(String),
    Matches(Regex),
    OfSolution { is_sorted: bool },
}

impl Output {
    /// Does the order of lines not count?
    pub fn is_sorted(&self) -> bool {
        matches!(self, Output::Sorted(_) | Output::OfSolution { is_sorted: true })
    }
}

/// A quantity that is measured in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    Cycles,
    Instructions,
    Messages,
    Bytes,
    Packets,
}

impl Measure {
    pub const ALL: [(&'static str, Measure); 5] = [
        ("cycles", Measure::Cycles),
        ("instructions", Measure::Instructions),
        ("messages", Measure::Messages),
        ("bytes", Measure::Bytes),
        ("packets", Measure::Packets),
    ];

    pub fn name(self) -> &'static str {
        Measure::ALL[self as usize].0
    }

    /// The name in the singular.
    pub fn one(self) -> &'static str {
        self.name().trim_end_matches('s')
    }
}

/// Bounds of measured quantities.
#[derive(Default)]
pub struct Bounds {
    pub absolute: BTreeMap<Measure, u64>,
    /// Bounds as multiples of the reference solution's values.
    pub times_solution: BTreeMap<Measure, f64>,
}

impl Lab {
    /// Reads the lab in this directory. An error says what is wrong with the lab, and where.
    pub fn read(directory: &Path) -> Result<Lab, String> {
        let file = directory.join(FILE);
        let text = regular::read_text(&file, FILE_BYTES_MAX).map_err(|error| {
            format!(
                "{} {error}; a lab is a directory with a {FILE}: `rankine grade --new DIR` makes one",
                file.display()
            )
        })?;
        Lab::of_text(directory, text)
    }

    /// The lab of a `lab.toml` with this text. The files that the text names lie in `directory`.
    pub fn of_text(directory: &Path, text: String) -> Result<Lab, String> {
        let source = Source { name: directory.join(FILE).display().to_string(), text };
        source.read(|table| Lab::of(directory, table))
    }

    fn of(directory: &Path, file: &mut Table) -> Result<Lab, String> {
        let limits = file.take("limits").map_or(Ok(Limits::default()), |value| value.table(Limits::of))?;
        let lab = file.need("lab")?;
        let checks = file.take("check").map_or(Ok(vec![]), |value| value.list())?;
        let checks_of = |value: &Value| value.table(|table| Check::of(directory, &limits, table));
        let checks: Vec<Check> = checks.iter().map(checks_of).collect::<Result<_, _>>()?;
        let mut names = BTreeSet::new();
        if let Some(twice) = checks.iter().find(|check| !names.insert(&check.name)) {
            return Err(lab.error(format!("two checks have the name `{}`; give each a name of its own", twice.name)));
        }
        lab.table(|table| {
            let text_or = |value: Option<Value>, otherwise: &str| {
                value.map_or(Ok(otherwise.to_owned()), |value| inside(directory, &value))
            };
            let source = text_or(table.take("source"), "skeleton.c")?;
            if source.contains('/') || !source.ends_with(".c") {
                return Err(
                    table.error(format!("`source` is `{source}`; it must be a C file of the lab's own directory"))
                );
            }
            let solution = solution(directory, table, &checks)?;
            let beside = table.take("beside").map_or(Ok(vec![]), |value| value.list())?;
            let beside = beside.iter().map(|value| inside(directory, value)).collect::<Result<_, _>>()?;
            let given = table.take("given").map_or(Ok(vec![]), |value| given(directory, &value))?;
            let sum: Points = checks.iter().map(|check| check.points).sum();
            if let Some(value) = table.take("points")
                && points(&value)? != sum
            {
                return Err(value.error(format!("`points` is not the sum of the checks' points, which is {sum}")));
            }
            let name = table.need("name")?.text()?;
            Ok(Lab { directory: directory.to_owned(), name, source, solution, beside, given, limits, checks })
        })
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { cycles: 100_000_000, seconds: 60, memory_mib: 1024, output_kib: 64, disk_mib: 16 }
    }
}

impl Limits {
    fn of(table: &mut Table) -> Result<Limits, String> {
        let mut limits = Limits::default();
        for (key, limit) in [
            ("cycles", &mut limits.cycles),
            ("seconds", &mut limits.seconds),
            ("memory_mib", &mut limits.memory_mib),
            ("output_kib", &mut limits.output_kib),
            ("disk_mib", &mut limits.disk_mib),
        ] {
            if let Some(value) = table.take(key) {
                *limit = value.whole(1)?;
            }
        }
        Ok(limits)
    }
}

impl Check {
    fn of(directory: &Path, limits: &Limits, table: &mut Table) -> Result<Check, String> {
        let name = table.need("name")?;
        let name_text = name.text()?;
        if name_text.is_empty() || name_text.contains(char::is_control) {
            return Err(name.error("`name` must be one line"));
        }
        let mut texts = |key| table.take(key).map_or(Ok(vec![]), |value| value.texts());
        let (settings, library) = (texts("set")?, texts("library")?);
        let (arguments, without) = (texts("arguments")?, texts("without")?);
        let with = texts("with")?;
        let whole = |value: Option<Value>, least, otherwise| value.map_or(Ok(otherwise), |value| value.whole(least));
        let check = Check {
            name: name_text,
            points: points(&table.need("points")?)?,
            is_hidden: table.take("hidden").map_or(Ok(false), |value| value.flag())?,
            ranks: whole(table.take("ranks"), 1, 1)?,
            platform: table.take("platform").map(|value| value.text()).transpose()?,
            settings,
            library,
            arguments,
            input: table.take("input").map_or(Ok(String::new()), |value| value.text())?,
            cycles_max: whole(table.take("cycles_max"), 1, limits.cycles)?,
            exit_code: whole(table.take("exit_code"), 0, 0)? as i32,
            output: output(directory, table)?,
            is_clean: table.take("clean").map_or(Ok(false), |value| value.flag())?,
            without,
            with,
            bounds: Bounds::of(table.take("most"), table.take("times_solution"))?,
            least: Bounds::of(table.take("least"), table.take("least_times_solution"))?,
            same_for_ranks: table
                .take("same_for_ranks")
                .map_or(Ok(vec![]), |value| value.list()?.iter().map(|ranks| ranks.whole(1)).collect())?,
            partial: table.take("partial").map_or(Ok(vec![]), |value| value.list()?.iter().map(prize).collect())?,
        };
        if let Some((_, points)) = check.partial.iter().find(|(_, points)| *points > check.points) {
            return Err(table.error(format!("`partial` gives {points} points, more than the check's {}", check.points)));
        }
        if check.output.is_none() && check.with.is_empty() && check.exit_code == 0 {
            return Err(table.error(
                "a program that does nothing would get the points of this check; add `output_of_solution`, or another \
                 expectation of output, or `with`",
            ));
        }
        Ok(check)
    }

    /// Does it compare a run with that of the reference solution?
    fn compares(&self) -> bool {
        let partial = self.partial.iter().map(|(bounds, _)| bounds);
        let mut bounds = [&self.bounds, &self.least].into_iter().chain(partial);
        matches!(self.output, Some(Output::OfSolution { .. })) || bounds.any(|bounds| !bounds.times_solution.is_empty())
    }
}

impl Bounds {
    fn of(absolute: Option<Value>, times_solution: Option<Value>) -> Result<Bounds, String> {
        Ok(Bounds {
            absolute: measures(absolute, |value| value.whole(0))?,
            times_solution: measures(times_solution, |value| value.number())?,
        })
    }
}

/// The measures of a table, each read by `read`.
fn measures<T>(
    value: Option<Value>,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<BTreeMap<Measure, T>, String> {
    let Some(value) = value else { return Ok(BTreeMap::new()) };
    value.table(|table| measures_of(table, read))
}

fn measures_of<T>(
    table: &mut Table,
    read: impl Fn(&Value) -> Result<T, String>,
) -> Result<BTreeMap<Measure, T>, String> {
    let given = Measure::ALL.into_iter().filter_map(|(name, measure)| Some((measure, table.take(name)?)));
    given.map(|(measure, value)| Ok((measure, read(&value)?))).collect()
}

/// Reads an entry of `partial`.
fn prize(value: &Value) -> Result<(Bounds, Points), String> {
    value.table(|table| {
        let times_solution = measures(table.take("times_solution"), |value| value.number())?;
        let absolute = measures_of(table, |value| value.whole(0))?;
        Ok((Bounds { absolute, times_solution }, points(&table.need("points")?)?))
    })
}

fn points(value: &Value) -> Result<Points, String> {
    let message = || value.error(format!("points are numbers from 0 to {} with up to two decimals", Points::MAX));
    Points::new(value.number()?).ok_or_else(message)
}

/// Reads the expected output. A check has at most one such key.
fn output(directory: &Path, table: &mut Table) -> Result<Option<Output>, String> {
    let keys = ["output", "output_sorted", "output_matches", "output_of_solution"];
    let [exact, sorted, matches, of_solution] = keys.map(|key| table.take(key));
    if [&exact, &sorted, &matches, &of_solution].into_iter().flatten().count() > 1 {
        return Err(table.error(format!("a check has one expectation of output: one of {}", keys.join(", "))));
    }
    if let Some(value) = exact {
        return Ok(Some(Output::Exactly(text_or_file(directory, &value)?)));
    }
    if let Some(value) = sorted {
        return Ok(Some(Output::Sorted(text_or_file(directory, &value)?)));
    }
    if let Some(value) = matches {
        let pattern = text_or_file(directory, &value)?;
        let regex = Regex::new(pattern.trim_end_matches('\n'));
        return regex
            .map(|regex| Some(Output::Matches(regex)))
            .map_err(|error| value.error(format!("not a regular expression: {error}")));
    }
    let Some(value) = of_solution else { return Ok(None) };
    match value.text()?.as_str() {
        "exact" => Ok(Some(Output::OfSolution { is_sorted: false })),
        "sorted" => Ok(Some(Output::OfSolution { is_sorted: true })),
        _ => Err(value.error("`output_of_solution` must be \"exact\" or \"sorted\"")),
    }
}

/// The path of the reference solution. None if no key names it, there is no file at the usual place,
/// and no check needs it.
fn solution(directory: &Path, table: &mut Table, checks: &[Check]) -> Result<Option<PathBuf>, String> {
    if let Some(value) = table.take("solution") {
        return Ok(Some(directory.join(inside(directory, &value)?)));
    }
    let usual = directory.join(SOLUTION);
    if usual.is_file() {
        return Ok(Some(usual));
    }
    match checks.iter().find(|check| check.compares()) {
        Some(check) => Err(table.error(format!(
            "the check `{}` compares with the reference solution, but the lab has no {SOLUTION}",
            check.name
        ))),
        None => Ok(None),
    }
}

/// The files of `given`. They may lie outside of the lab.
fn given(directory: &Path, value: &Value) -> Result<Vec<(String, PathBuf)>, String> {
    let file = |(name, value): (String, Value)| {
        let path = directory.join(value.text()?);
        if Path::new(&name).components().count() != 1 || name.contains('/') {
            return Err(value.error(format!("`{name}` must be the name of a file, without directories")));
        }
        if !path.is_file() {
            return Err(value.error(format!("there is no file {}", path.display())));
        }
        Ok((name, path))
    };
    value.entries()?.into_iter().map(file).collect()
}

/// A text: the value itself, or the contents of the lab's file that `{ file = … }` names.
fn text_or_file(directory: &Path, value: &Value) -> Result<String, String> {
    if !value.is_table() {
        return value.text();
    }
    value.table(|table| {
        let file = table.need("file")?;
        let name = inside(directory, &file)?;
        regular::read_text(&directory.join(&name), FILE_BYTES_MAX)
            .map_err(|error| file.error(format!("{name} {error}")))
    })
}

/// The path of a file in the lab. An error if it leads out of the lab.
fn inside(directory: &Path, value: &Value) -> Result<String, String> {
    let name = value.text()?;
    let path = Path::new(&name);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !stays {
        return Err(value.error(format!("`{name}` is not a path in the lab's directory")));
    }
    if !directory.join(path).is_file() {
        return Err(value.error(format!("the lab has no file `{name}`")));
    }
    Ok(name)
}
