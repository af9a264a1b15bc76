//! Builds and runs the programs of a reproduction, each with the library parameters that its rows
//! need.

use super::options::Options;
use crate::cc;
use rankine_observe::phases::{CallsByPhase, FunctionPhases};
use rankine_observe::stats::Stats;
use rankine_platform::Platform;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory for a program's source and for what is built from it; it is removed when it is
/// dropped. The options that were asked for apply to every build and run.
pub struct Workshop {
    directory: PathBuf,
    source: PathBuf,
    options: Options,
}

/// The arguments of a run directly from the source.
#[derive(Clone, Default)]
pub struct Run {
    pub platform: String,
    pub ranks: u32,
    /// Parameters of the library, and settings of the platform.
    pub library: Vec<&'static str>,
    pub settings: Vec<String>,
    pub arguments: String,
}

/// A program that is ready to run.
#[derive(Clone)]
pub struct Program {
    path: PathBuf,
    settings: Vec<String>,
}

/// The phases of a run's MPI calls.
pub struct Phases(Vec<CallsByPhase>);

/// Points in order: a size or a number of ranks, and cycles.
pub type Series = Vec<(u32, f64)>;

impl Workshop {
    /// A workshop with this source.
    pub fn new(name: &str, source: &str, options: &Options) -> Result<Workshop, String> {
        static WORKSHOPS: AtomicU32 = AtomicU32::new(0);
        let number = WORKSHOPS.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("rankine-repro-{}-{number}-{name}", std::process::id()));
        let path = directory.join(name);
        let written = std::fs::create_dir_all(&directory).and_then(|()| std::fs::write(&path, source));
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Workshop { directory, source: path, options: options.clone() })
    }

    /// Builds the program for a platform, against the library with these parameters.
    pub fn build(&self, platform: &str, parameters: &[&str]) -> Result<Program, String> {
        self.build_with(platform, parameters, &[], &[])
    }

    /// As [`Workshop::build`], compiled with these additional flags, and to be run with these
    /// settings.
    pub fn build_with(
        &self,
        platform: &str,
        parameters: &[&str],
        flags: &[String],
        settings: &[String],
    ) -> Result<Program, String> {
        // All names have the same length. A program is told its name, and the name's length moves
        // the program's stack.
        let mut hasher = DefaultHasher::new();
        (parameters, flags, settings).hash(&mut hasher);
        let path = self.directory.join(format!("program-{:016x}", hasher.finish()));
        let parameters: Vec<&str> =
            parameters.iter().copied().chain(self.options.library.iter().map(String::as_str)).collect();
        cc::build_with(&self.source, &self.platform(platform, settings)?, &parameters, flags, &path)?;
        Ok(Program { path, settings: self.options.over(settings) })
    }

    /// A preset with these settings and those that were asked for.
    pub fn platform(&self, preset: &str, settings: &[String]) -> Result<Platform, String> {
        Platform::resolve(preset, &self.options.over(settings)).map_err(|error| error.to_string())
    }

    /// The source's name in its directory.
    pub fn name(&self) -> String {
        self.source.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Writes another file beside the source.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        let path = self.directory.join(name);
        std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// Standard output of `rankine run` on a preset with these settings and words, in the source's directory.
    pub fn rankine(&self, preset: &str, settings: &[String], words: &[String]) -> Result<String, String> {
        let mut command = rankine(1, &self.source)?;
        command.args(["--platform", preset]).args(set(&self.options.over(settings)));
        Ok(output(command.args(words))?.0)
    }

    /// Standard output of a run of the source.
    pub fn run(&self, run: &Run) -> Result<String, String> {
        let mut command = rankine(run.ranks, &self.source)?;
        command.args(["--platform", &run.platform]);
        let library = run.library.iter().copied().chain(self.options.library.iter().map(String::as_str));
        library.for_each(|parameter| _ = command.args(["--library", parameter]));
        command.args(set(&self.options.over(&run.settings)));
        command.args(self.source.file_name()).args(run.arguments.split_whitespace());
        Ok(output(&mut command)?.0)
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        // A directory that is left does no harm.
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

impl Phases {
    fn of(&self, rank: u32, function: &str) -> Result<&FunctionPhases, String> {
        let found = self.0.iter().find(|calls| calls.rank == rank && calls.of.function == function);
        found.map(|calls| &calls.of).ok_or_else(|| format!("rank {rank} did not call {function}"))
    }

    /// Cycles of a rank's calls of a function, on average.
    pub fn call(&self, rank: u32, function: &str) -> Result<f64, String> {
        Ok(self.of(rank, function)?.calls.mean_cycles)
    }

    /// Cycles between the previous call and such a call. The median, because the program does other
    /// things between sizes.
    pub fn before(&self, rank: u32, function: &str) -> Result<f64, String> {
        let before = self.of(rank, function)?.before.as_ref();
        before.map(|before| before.median_cycles as f64).ok_or_else(|| format!("nothing came before {function}"))
    }

    /// Cycles of some phases together in such a call, on average.
    pub fn phases(&self, rank: u32, function: &str, names: &[&str]) -> Result<f64, String> {
        let of = self.of(rank, function)?;
        let share = |name: &&str| {
            let phase = of.phases.iter().find(|phase| phase.name == *name);
            let phase = phase.ok_or_else(|| format!("{function} went through no phase `{name}`"))?;
            Ok(phase.each.mean_cycles * phase.each.count as f64 / of.calls.count as f64)
        };
        names.iter().map(share).sum()
    }

    /// As [`Phases::phases`] for one phase that a library with other parameters may not have; 0 if
    /// no call goes through it.
    pub fn phase_if_any(&self, rank: u32, function: &str, name: &str) -> Result<f64, String> {
        match self.of(rank, function)?.phases.iter().any(|phase| phase.name == name) {
            true => self.phases(rank, function, &[name]),
            false => Ok(0.0),
        }
    }
}

/// The beginning of a command that runs this file, in the file's directory. A program is told its
/// name, whose length moves its stack. So the name must not depend on the directory in which this
/// process works.
fn rankine(ranks: u32, file: &Path) -> Result<Command, String> {
    let own = std::env::current_exe().map_err(|error| format!("cannot find the rankine program: {error}"))?;
    let mut command = Command::new(own);
    command.current_dir(file.parent().unwrap_or(file));
    command.args(["run", "-q", "-n", &ranks.to_string()]);
    Ok(command)
}

/// Options of `rankine run` for these settings.
fn set(settings: &[String]) -> impl Iterator<Item = &str> {
    settings.iter().flat_map(|setting| ["--set", setting])
}

/// Runs a command; returns standard output and standard error.
fn output(command: &mut Command) -> Result<(String, String), String> {
    let output = command.output().map_err(|error| format!("cannot run a program: {error}"))?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok((out.into_owned(), err.into_owned())) } else { Err(format!("a run failed: {err}")) }
}

impl Program {
    /// The command that runs it; `options` are those of `rankine run`.
    fn command(&self, ranks: u32, options: &[&OsStr], arguments: &[&str]) -> Result<Command, String> {
        let mut command = rankine(ranks, &self.path)?;
        command.args(set(&self.settings)).args(options).args(self.path.file_name()).args(arguments);
        Ok(command)
    }

    /// Runs it and reads lines of size and cycles. If a size is measured more than once, the last
    /// line counts.
    pub fn series(&self, ranks: u32, arguments: &[&str]) -> Result<Series, String> {
        let (out, _) = output(&mut self.command(ranks, &[], arguments)?)?;
        let line = |line: &str| {
            let (size, cycles) = line.split_once(' ')?;
            Some((size.parse().ok()?, cycles.parse().ok()?))
        };
        let lines = out.lines().map(|text| line(text).ok_or_else(|| format!("unexpected output: {text}")));
        let series: BTreeMap<u32, f64> = lines.collect::<Result<_, _>>()?;
        Ok(series.into_iter().collect())
    }

    /// Runs it and returns the phases of its MPI calls.
    pub fn phases(&self, ranks: u32, arguments: &[&str]) -> Result<Phases, String> {
        let file = self.path.with_extension(format!("{}.json", arguments.concat()));
        let options = [OsStr::new("--phases"), OsStr::new("--stats"), file.as_os_str()];
        output(&mut self.command(ranks, &options, arguments)?)?;
        let text =
            std::fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let stats: Stats = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        stats.phases.map(Phases).ok_or_else(|| "a run recorded no phases".to_owned())
    }

    /// Runs it and returns the diagnostics of the network interfaces, as JSON objects.
    pub fn diagnostics(&self, ranks: u32, arguments: &[&str]) -> Result<Vec<serde_json::Value>, String> {
        let mut command = self.command(ranks, &[], arguments)?;
        command.env("RANKINE_LOG", "ni=debug").env("RANKINE_LOG_FORMAT", "json");
        let (_, err) = output(&mut command)?;
        Ok(err.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }
}

/// The cycles of a size. An error if the size was not measured.
pub fn at(series: &Series, size: u32) -> Result<f64, String> {
    let found = series.iter().find(|(bytes, _)| *bytes == size);
    found.map(|(_, cycles)| *cycles).ok_or_else(|| format!("{size} bytes were not measured"))
}

/// Slope and coefficient of determination of a line through these points.
pub fn line_through(points: &[(u32, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = |of: fn(&(u32, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| f64::from(point.0)), mean(|point| point.1));
    let mut sums = (0.0, 0.0, 0.0);
    for &(x, y) in points {
        let (dx, dy) = (f64::from(x) - mean_x, y - mean_y);
        sums = (sums.0 + dx * dx, sums.1 + dx * dy, sums.2 + dy * dy);
    }
    (sums.1 / sums.0, sums.1 * sums.1 / (sums.0 * sums.2))
}

/// Runs jobs, as many at a time as the host has cores, and gives their results in order.
pub fn in_parallel<T: Send>(jobs: Vec<Box<dyn FnOnce() -> T + Send + '_>>) -> Vec<T> {
    let count = jobs.len();
    let queue = std::sync::Mutex::new(jobs.into_iter().enumerate());
    let results = std::sync::Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    let work = || {
        loop {
            let job = queue.lock().map(|mut queue| queue.next());
            let Ok(Some((index, job))) = job else { return };
            let result = job();
            if let Ok(mut results) = results.lock() {
                results[index] = Some(result);
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        // If this computer allows no more threads, this thread does all jobs.
        (1..cores).for_each(|_| _ = std::thread::Builder::new().spawn_scoped(scope, work));
        work();
    });
    results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_jobs() {
        let (slope, fit) = line_through(&[(0, 1.0), (10, 21.0), (20, 41.0)]);
        assert!((slope - 2.0).abs() < 1e-12 && (fit - 1.0).abs() < 1e-12);
        let jobs: Vec<Box<dyn FnOnce() -> u32 + Send>> = (0..9_u32).map(|n| Box::new(move || n * n) as _).collect();
        assert_eq!(in_parallel(jobs), (0..9).map(|n| n * n).collect::<Vec<_>>());
        let series = vec![(4, 2.5)];
        assert_eq!(at(&series, 4), Ok(2.5));
        assert!(at(&series, 5).is_err());
    }
}
