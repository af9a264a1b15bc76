//! The files that a run writes: statistics, signature, traces and others. They are opened before
//! the run, so that a wrong path costs no run.

use super::arguments::Arguments;
use super::files::{self, Output};
use super::paths::Paths;
use super::profiles::Profiles;
use super::traces::{Edge, Format, Trace};
use rankine_engines::logs::{LogFormat, LogRequest};
use rankine_machine::ProcessorId;
use rankine_observe::mpi_view::counted;
use rankine_observe::profile::Code;
use rankine_observe::recording::Recording;
use rankine_observe::stats::Stats;
use rankine_observe::{report, timeline};
use rankine_platform::Platform;
use rankine_program::Debug;
use rankine_session::launch::Loaded;
use rankine_session::recording::Recorded;
use rankine_session::signature::signature;
use rankine_session::state::state;
use std::cell::LazyCell;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

pub struct Outputs {
    stats: Option<Output>,
    state: Option<Output>,
    signature: Option<Output>,
    report: Option<Output>,
    profile: Option<Profiles>,
    timelines: Vec<Timeline>,
}

/// A trace of the whole run, and its files in the order in which they are written.
struct Timeline {
    name: String,
    format: Format,
    ranks: RangeInclusive<u32>,
    cycles: RangeInclusive<u64>,
    paths: Vec<PathBuf>,
    files: Vec<Output>,
}

impl Outputs {
    /// Opens all files, and those of the logs of instructions. If a log names no ranks, it is for
    /// all ranks that run programs.
    pub fn open(arguments: &Arguments, platform: &Platform) -> Result<(Outputs, Vec<LogRequest>), String> {
        let count = arguments.launches.iter().map(|launch| launch.ranks).fold(0, u32::saturating_add);
        let runs = |rank: &u32| platform.like(*rank).is_some();
        let places = platform.further().len() as u32;
        let has_program = |rank: &u32| arguments.launches.iter().any(|launch| launch.hardware.contains_key(rank));
        let further = |node: u32| if runs(&node) { places } else { 0 };
        let of_node = |node: u32| (0..=further(node)).map(move |index| ProcessorId { node, index });
        let mut paths = Paths::default();
        for pattern in [&arguments.outfile_pattern, &arguments.errfile_pattern].into_iter().flatten() {
            let of_pattern = rankine_host::paths(pattern, count as usize).map_err(|e| e.to_string())?;
            of_pattern.iter().try_for_each(|path| paths.claim(path))?;
        }
        let mut outputs = Outputs {
            // First, as it makes a directory in which other files may be wanted.
            profile: match &arguments.profile {
                Some(path) => {
                    let processors: Vec<ProcessorId> = (0..count).filter(runs).flat_map(of_node).collect();
                    Some(Profiles::open(path, &processors, &mut paths)?)
                }
                None => None,
            },
            stats: paths.create_some("--stats", arguments.stats.as_deref())?,
            state: paths.create_some("--state", arguments.state.as_deref())?,
            signature: paths.create_some("--signature", arguments.signature.as_deref())?,
            report: paths.create_some("--report", arguments.report.as_deref())?,
            timelines: Vec::new(),
        };
        let mut logs = Vec::new();
        for trace in &arguments.traces {
            let ranks = trace.ranks(count, places > 0)?;
            match log_format(trace.format) {
                Some(format) => {
                    let ranks = ranks.filter(|rank| {
                        trace.ranks.is_some() || runs(rank) || trace.fits_hardware() && has_program(rank)
                    });
                    for processor in ranks.flat_map(of_node) {
                        logs.push(log(trace, format, processor, &mut paths)?);
                    }
                }
                None => outputs.timelines.push(Timeline::open(trace, ranks, &mut paths)?),
            }
        }
        Ok((outputs, logs))
    }

    /// Is a profile needed?
    pub fn want_profile(&self) -> bool {
        self.report.is_some() || self.profile.is_some()
    }

    /// Is a recording of calls and messages needed?
    pub fn want_messages(&self) -> bool {
        self.stats.is_some() || self.report.is_some() || !self.timelines.is_empty()
    }

    /// Are records for the anatomy of messages needed?
    pub fn want_anatomy(&self) -> bool {
        self.report.is_some()
    }

    /// Is a recording of the devices' work needed?
    pub fn want_devices(&self) -> bool {
        self.timelines.iter().any(|timeline| matches!(timeline.format, Format::Perfetto | Format::Chrome))
    }

    /// Is a recording of the further processors' states over time needed?
    pub fn want_lanes(&self) -> bool {
        self.report.is_some() || self.timelines.iter().any(|timeline| timeline.format != Format::Simgrid)
    }

    /// Writes all files. Returns the messages about files that could not be written, and warnings
    /// for the user.
    pub fn write(self, loaded: &Loaded, statistics: &Stats, recorded: &Recorded) -> (Vec<String>, Vec<String>) {
        let (mut lost, mut warnings) = (Vec::new(), Vec::new());
        let Recorded { recording, watches } = recorded;
        if let Some(file) = self.stats {
            let json = statistics.to_json().map_err(io::Error::from);
            lost.extend(files::save("--stats", file, |out| out.write_all(json?.as_bytes())).err());
        }
        if let Some(file) = self.state {
            let text = state(loaded, |_| true);
            lost.extend(files::save("--state", file, |out| out.write_all(text.as_bytes())).err());
        }
        if let Some(file) = self.signature {
            let text = signature(loaded);
            lost.extend(
                text.and_then(|text| files::save("--signature", file, |out| out.write_all(text.as_bytes()))).err(),
            );
        }
        let debug: Vec<&Debug> = loaded.debug.iter().map(AsRef::as_ref).collect();
        if let (Some(file), Some(view)) = (self.report, &statistics.mpi) {
            let codes: Vec<Code> = loaded.programs.iter().map(|program| Code::new(&program.bytes)).collect();
            let text = |program: usize, pc| {
                let (text, _) = codes.get(program)?.instruction(pc, &loaded.debug.get(program)?.symbols)?;
                Some(text)
            };
            let (mistakes, phases) = (statistics.check.as_deref(), statistics.phases_of_all.as_slice());
            let asked = report::Asked { mistakes, phases, watches };
            let page = |out: &mut Output| report::write(recording, &debug, view, &asked, &text, out);
            lost.extend(files::save("--report", file, page).err());
        }
        if let Some(profiles) = self.profile {
            lost.extend(profiles.write(recording, statistics, loaded).err());
        }
        for timeline in self.timelines {
            match timeline.write(recording, &debug) {
                Ok(warning) => warnings.extend(warning),
                Err(what) => lost.push(what),
            }
        }
        (lost, warnings)
    }
}

fn log_format(format: Format) -> Option<LogFormat> {
    match format {
        Format::Commit => Some(LogFormat::Commit),
        Format::Spike => Some(LogFormat::Spike),
        Format::Kanata => Some(LogFormat::Kanata),
        _ => None,
    }
}

fn log(trace: &Trace, format: LogFormat, processor: ProcessorId, paths: &mut Paths) -> Result<LogRequest, String> {
    let edge = |edge: &Option<Edge>| match edge {
        None => rankine_engines::logs::Edge::Run,
        Some(Edge::Cycle(cycle)) => rankine_engines::logs::Edge::Cycle(*cycle),
        Some(Edge::Symbol(name)) => rankine_engines::logs::Edge::Symbol(name.clone()),
    };
    let path = trace.file_of(&processor.short());
    Ok(LogRequest {
        name: format!("--trace {}", path.display()),
        processor,
        from: edge(&trace.from),
        to: edge(&trace.to),
        format,
        out: Box::new(paths.create("--trace", &path)?),
    })
}

impl Timeline {
    fn open(trace: &Trace, ranks: RangeInclusive<u32>, paths: &mut Paths) -> Result<Timeline, String> {
        let cycle =
            |edge: &Option<Edge>, otherwise| if let Some(Edge::Cycle(cycle)) = edge { *cycle } else { otherwise };
        let first = PathBuf::from(&trace.file);
        let names = match trace.format {
            Format::Paraver => paraver_files(&first).into(),
            Format::Simgrid => {
                let directory = PathBuf::from(format!("{}_files", trace.file));
                std::fs::create_dir_all(&directory)
                    .map_err(|e| format!("cannot make {}: {e}; give --trace another file", directory.display()))?;
                let ranks = ranks.clone().map(|rank| directory.join(rank.to_string()));
                std::iter::once(first).chain(ranks).collect()
            }
            _ => vec![first],
        };
        let files = names.iter().map(|path| paths.create("--trace", path)).collect::<Result<_, _>>()?;
        Ok(Timeline {
            name: format!("--trace {}", trace.file),
            format: trace.format,
            ranks,
            cycles: cycle(&trace.from, 0)..=cycle(&trace.to, u64::MAX),
            paths: names,
            files,
        })
    }

    /// Writes its files. An error says what could not be written; a text is a warning for the user.
    fn write(self, recording: &Recording, debug: &[&Debug]) -> Result<Option<String>, String> {
        let Timeline { name, format, ranks, cycles, paths, files } = self;
        let cut;
        let recording = if cycles == (0..=u64::MAX) && ranks.clone().count() == recording.ranks.len() {
            recording
        } else {
            cut = recording.within(ranks, cycles);
            &cut
        };
        let mut left_out = 0;
        let pairs = LazyCell::new(|| timeline::Pairs::new(recording));
        for (index, file) in files.into_iter().enumerate() {
            files::save(&name, file, |out| match (format, index) {
                (Format::Perfetto, _) => timeline::perfetto(recording, debug, out),
                (Format::Chrome, _) => timeline::chrome(recording, debug, out),
                (Format::Paraver, 0) => timeline::paraver_prv(recording, out),
                (Format::Paraver, 1) => timeline::paraver_pcf(recording, out),
                (Format::Paraver, _) => timeline::paraver_row(recording, out),
                (_, 0) => timeline::simgrid_list(&names(&paths[1..]), out),
                (_, index) => timeline::simgrid_rank(recording, &pairs, index - 1, out)
                    .map(|left| left_out += left.calls + left.other_communicators),
            })?;
        }
        Ok((left_out > 0)
            .then(|| format!("{name}: left out: {}, which the format does not know", counted(left_out, "call"))))
    }
}

/// The files of records, of the meaning of their numbers, and of the names of rows. Only the
/// records may be compressed: Paraver reads no other file compressed.
fn paraver_files(file: &Path) -> [PathBuf; 3] {
    let compression = files::compression(file);
    let name = if compression.is_some() { file.with_extension("") } else { file.to_path_buf() };
    let records = compression.map_or("prv".to_string(), |compression| format!("prv.{compression}"));
    [records.as_str(), "pcf", "row"].map(|ending| name.with_extension(ending))
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| path.display().to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_paraver() {
        for (file, expected) in [
            ("x.prv", ["x.prv", "x.pcf", "x.row"]),
            ("x", ["x.prv", "x.pcf", "x.row"]),
            ("x.prv.gz", ["x.prv.gz", "x.pcf", "x.row"]),
            ("d.1/x.y.prv.zst", ["d.1/x.y.prv.zst", "d.1/x.y.pcf", "d.1/x.y.row"]),
            ("x.gz", ["x.prv.gz", "x.pcf", "x.row"]),
        ] {
            assert_eq!(paraver_files(Path::new(file)), expected.map(PathBuf::from), "{file}");
        }
    }
}
