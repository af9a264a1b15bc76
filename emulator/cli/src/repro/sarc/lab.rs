//! The runs for the rows: the ping-pong, built against the library with parameters. Each run is
//! made once.

use crate::repro::bench::{Phases, Program, Series, Workshop, at, in_parallel};
use crate::repro::options::Options;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub const PLATFORM: &str = "sarc";
const PINGPONG: &str = include_str!("../../../../../apps/repro/sarc/pingpong.c");

/// Parameters of the library: as it was measured (§4.2, §4.4.2), and as it comes with the platform.
pub const AS_PRINTED: &[&str] = &["RINGS_AS_PRINTED=1"];
pub const BEST: &[&str] = &[];

const ROUND_TRIPS: &str = "-n10000";
/// Runs are exact, and their times repeat every few messages, so fewer round trips give the same
/// result. Used if there are many sizes.
const FEW_ROUND_TRIPS: &str = "-n200";
/// A multiple of the number of slots of a ring. Results are up to two cycles larger, because costs
/// that occur once in a measurement weigh more.
const FEWER_ROUND_TRIPS: &str = "-n48";
/// Round trips before these. Both sides begin at the same time. For some 80 round trips they may
/// therefore fetch lines from memory at the same time and wait for each other, until they have
/// drifted apart.
const DRIFT: [&str; 3] = ["-n100", "0", "4"];

/// The number of ranks, also with long buffers: with these, the cache way has no room for the rings
/// of four ranks.
const RANKS: u32 = 4;
const RANKS_WITH_LONG_BUFFERS: u32 = 2;
/// Eager buffers of 512 bytes. There are four of them, because more would not have fitted into the
/// cache way (§4.3.1).
const LONG_BUFFERS: [&str; 2] = ["RINGS_SLOT_BYTES=512", "RINGS_SLOTS=4"];

/// Bytes from one place of memcpy to the next: two cache lines, of the eight that memcpy takes. The
/// larger distance is for quicker measurements.
const PLACE_BYTES: u64 = 64;
const FEW_PLACES_BYTES: u64 = 512;

/// Name of a reproduction's method: copied messages are measured with memcpy at its first place
/// alone.
pub const ONE_PLACE: &str = "one place";

/// A run of the ping-pong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Run {
    parameters: Vec<&'static str>,
    settings: Vec<String>,
    ranks: u32,
    /// The place of the memcpy that the program brings along, in bytes from the first place. None:
    /// the C library's memcpy is used.
    place: Option<u64>,
    arguments: Vec<String>,
}

fn words(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

impl Run {
    fn new(parameters: &[&[&'static str]], arguments: Vec<String>) -> Run {
        Run { parameters: parameters.concat(), ranks: RANKS, arguments, ..Run::default() }
    }

    fn with_long_buffers(self) -> Run {
        let parameters = [self.parameters, LONG_BUFFERS.to_vec()].concat();
        Run { parameters, ranks: RANKS_WITH_LONG_BUFFERS, ..self }
    }

    fn at(self, place: u64) -> Run {
        Run { place: Some(place), ..self }
    }
}

/// For each place of memcpy, the cycles of each size.
pub type Places = Vec<(u64, Series)>;

/// The means over all places, by size.
pub fn mean(places: &Places) -> Series {
    over(places, |of| of.iter().sum::<f64>() / of.len() as f64)
}

pub fn least(places: &Places) -> Series {
    over(places, |of| of.iter().copied().fold(f64::MAX, f64::min))
}

pub fn most(places: &Places) -> Series {
    over(places, |of| of.iter().copied().fold(f64::MIN, f64::max))
}

fn over(places: &Places, fold: fn(&[f64]) -> f64) -> Series {
    let Some((_, first)) = places.first() else { return Series::new() };
    let of = |index: usize| places.iter().map(|(_, series)| series[index].1).collect::<Vec<_>>();
    first.iter().enumerate().map(|(index, (size, _))| (*size, fold(&of(index)))).collect()
}

/// The result of a run, which is made once.
type Once<T> = Arc<OnceLock<Result<T, String>>>;

/// Results, by run. If a run's measurement is in progress, other requests for it wait.
struct Kept<T>(Mutex<HashMap<Run, Once<T>>>);

impl<T: Clone> Kept<T> {
    fn new() -> Kept<T> {
        Kept(Mutex::new(HashMap::new()))
    }

    fn get(&self, run: &Run, measure: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
        let cell = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(run.clone()).or_default().clone();
        cell.get_or_init(measure).clone()
    }
}

/// The options, and the measurements so far.
pub struct Lab {
    options: Options,
    workshop: Workshop,
    programs: Kept<Program>,
    series: Kept<Series>,
    phases: Kept<Arc<Phases>>,
}

impl Lab {
    pub fn new(options: &Options) -> Result<Lab, String> {
        let workshop = Workshop::new("pingpong.c", PINGPONG, options)?;
        // Build once before the runs, so that they do not all build the library at the same time.
        workshop.build(PLATFORM, BEST)?;
        Ok(Lab { options: options.clone(), workshop, programs: Kept::new(), series: Kept::new(), phases: Kept::new() })
    }

    fn program(&self, run: &Run) -> Result<Program, String> {
        let built = Run { ranks: 0, arguments: Vec::new(), ..run.clone() };
        self.programs.get(&built, || self.build(&built))
    }

    fn build(&self, run: &Run) -> Result<Program, String> {
        let flags: Vec<String> = run.place.iter().map(|place| format!("-DMEMCPY_PLACE={place}")).collect();
        self.workshop.build_with(PLATFORM, &run.parameters, &flags, &run.settings)
    }

    fn run(&self, run: &Run) -> Result<Series, String> {
        let arguments: Vec<&str> = run.arguments.iter().map(String::as_str).collect();
        self.series.get(run, || self.program(run)?.series(run.ranks, &arguments))
    }

    /// Cycles of a zero-byte message. `parameters` are added to the library's parameters in
    /// `library`.
    pub fn zero(&self, library: &[&'static str], parameters: &[&'static str]) -> Result<f64, String> {
        at(&self.run(&Run::new(&[library, parameters], words(&[self.round_trips(), "0"])))?, 0)
    }

    /// As [`Lab::zero`] for the library as it was measured, with buffers of 512 bytes.
    pub fn zero_with_long_buffers(&self) -> Result<f64, String> {
        at(&self.run(&Run::new(&[AS_PRINTED], words(&[self.round_trips(), "0"])).with_long_buffers())?, 0)
    }

    fn round_trips(&self) -> &'static str {
        if self.options.is_quick { FEW_ROUND_TRIPS } else { ROUND_TRIPS }
    }

    /// Cycles of eager messages of these sizes, with buffers of 512 bytes and the C library's
    /// memcpy.
    pub fn eager(&self, library: &[&'static str], sizes: &[String]) -> Result<Series, String> {
        let arguments = [words(&DRIFT), words(&[FEW_ROUND_TRIPS, "0", "4"]), sizes.to_vec()].concat();
        self.run(&Run::new(&[library], arguments).with_long_buffers())
    }

    /// Cycles of messages of these sizes with buffers in scratchpad.
    pub fn in_scratchpad(&self, parameters: &[&[&'static str]], sizes: &[String]) -> Result<Series, String> {
        let arguments = [words(&DRIFT), words(&[FEW_ROUND_TRIPS, "-s"]), sizes.to_vec()].concat();
        let all = self.run(&Run::new(parameters, arguments))?;
        // The sizes before these only warm up.
        let first = sizes.first().and_then(|size| size.split('-').next()?.parse().ok()).unwrap_or(0);
        Ok(all.into_iter().filter(|(size, _)| *size >= first).collect())
    }

    /// As [`Lab::in_scratchpad`], with 10 000 round trips (fewer in a quick run) and without round
    /// trips before them.
    pub fn rendezvous(&self, parameters: &[&[&'static str]], sizes: &[String]) -> Result<Series, String> {
        self.run(&Run::new(parameters, [words(&[self.round_trips(), "-s"]), sizes.to_vec()].concat()))
    }

    /// Cycles of eager messages of these sizes, with memcpy at places all over an instruction cache
    /// of `cache` bytes. None: the platform's instruction cache.
    pub fn places(&self, cache: Option<u64>, sizes: &[String]) -> Result<Places, String> {
        let own = self.workshop.platform(PLATFORM, &[])?.caches.l1i_bytes;
        let step = if cache.is_some() || self.options.is_quick { FEW_PLACES_BYTES } else { PLACE_BYTES };
        self.at_places(cache, cache.unwrap_or(own), step, sizes)
    }

    /// As [`Lab::places`], at fewer places.
    pub fn few_places(&self, sizes: &[String]) -> Result<Places, String> {
        let bytes = self.workshop.platform(PLATFORM, &[])?.caches.l1i_bytes;
        self.at_places(None, bytes, FEW_PLACES_BYTES, sizes)
    }

    fn at_places(&self, cache: Option<u64>, bytes: u64, step: u64, sizes: &[String]) -> Result<Places, String> {
        let bytes = if self.options.has_method(ONE_PLACE) { 1 } else { bytes };
        let arguments = [words(&DRIFT), words(&[FEWER_ROUND_TRIPS, "0", "4"]), sizes.to_vec()].concat();
        let settings = cache.iter().map(|bytes| format!("caches.l1i_bytes={bytes}")).collect();
        let run = Run { settings, ..Run::new(&[AS_PRINTED], arguments).with_long_buffers() };
        let job = |place: u64| {
            let run = run.clone().at(place);
            Box::new(move || Ok((place, self.run(&run)?))) as Box<dyn FnOnce() -> _ + Send>
        };
        in_parallel((0..bytes).step_by(step as usize).map(job).collect()).into_iter().collect()
    }

    /// The phases of the calls, for messages of `bytes` bytes: 0, or a size that is sent by
    /// rendezvous.
    pub fn phases(&self, parameters: &[&'static str], bytes: u32) -> Result<Arc<Phases>, String> {
        let mut arguments = words(&[self.round_trips()]);
        if bytes != 0 {
            arguments.push("-s".to_owned());
        }
        arguments.push(bytes.to_string());
        let run = Run::new(&[AS_PRINTED, parameters], arguments);
        let words: Vec<&str> = run.arguments.iter().map(String::as_str).collect();
        self.phases.get(&run, || Ok(Arc::new(self.program(&run)?.phases(run.ranks, &words)?)))
    }

    /// Cycles of RDMA writes of 16 and of 64 bytes on an idle machine, from the command's last word
    /// to the arrival of the last byte. That time is taken from the counter beside the data, which
    /// triggers `ni.counter_update_cycles` later.
    pub fn transfers(&self) -> Result<Vec<f64>, String> {
        let platform = self.workshop.platform(PLATFORM, &[])?;
        let period = 1e12 / platform.hart.clock_hz as f64;
        let counter_update = platform.number("ni.counter_update_cycles").unwrap_or(0) as f64;
        // Messages of 0 and 48 bytes need a head alone (16 bytes) and a full buffer (64 bytes).
        let events = self.workshop.build(PLATFORM, BEST)?.diagnostics(2, &["-n4", "0", "48"])?;
        let cycles = |bytes: u32| {
            let time = |event: &Value| event["time"].as_f64().unwrap_or(0.0);
            let is_command = |event: &Value| event["node"] == 0 && event["peer"] == 1 && event["bytes"] == bytes;
            let from = events.iter().rposition(is_command).ok_or("the log of the network interface has no transfer")?;
            let is_end = |event: &&Value| event["node"] == 1 && event["message"] == "counter triggers";
            let end =
                events[from..].iter().find(is_end).ok_or("the log of the network interface has no counter event")?;
            Ok(((time(end) - time(&events[from])) / period).round() - counter_update)
        };
        [16, 64].into_iter().map(cycles).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_series() {
        let places = vec![(0, vec![(16, 10.0), (48, 20.0)]), (64, vec![(16, 30.0), (48, 24.0)])];
        assert_eq!(mean(&places), [(16, 20.0), (48, 22.0)]);
        assert_eq!((least(&places)[0].1, most(&places)[1].1), (10.0, 24.0));
        assert!(mean(&Vec::new()).is_empty());
    }
}
