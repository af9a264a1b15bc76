//! Parses `--trace FORMAT=FILE[,rank=0-3][,from=EDGE][,to=EDGE]`.

use std::ops::RangeInclusive;
use std::path::PathBuf;

/// Formats of traces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Commit,
    Spike,
    Kanata,
    Perfetto,
    Chrome,
    Paraver,
    Simgrid,
}

const FORMATS: [(&str, Format); 7] = [
    ("commit", Format::Commit),
    ("spike", Format::Spike),
    ("kanata", Format::Kanata),
    ("perfetto", Format::Perfetto),
    ("chrome", Format::Chrome),
    ("paraver", Format::Paraver),
    ("simgrid", Format::Simgrid),
];

impl Format {
    /// Does the format log instructions: one or more lines for each instruction, a file for each
    /// rank? Other formats hold the whole run in one trace.
    pub fn is_of_instructions(self) -> bool {
        matches!(self, Format::Commit | Format::Spike | Format::Kanata)
    }
}

/// One trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub format: Format,
    /// The file's name. In a format with a file for each rank, `%r` stands for the rank.
    pub file: String,
    /// The ranks of the trace; all ranks if none are given.
    pub ranks: Option<RangeInclusive<u32>>,
    pub from: Option<Edge>,
    pub to: Option<Edge>,
}

/// Where a trace begins or ends: at a cycle or a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edge {
    Cycle(u64),
    Symbol(String),
}

/// Reads the value of a `--trace`.
pub fn parse(text: &str) -> Result<Trace, String> {
    let failed = |why: String| format!("--trace {text}: {why}");
    let (name, rest) =
        text.split_once('=').ok_or_else(|| failed("give FORMAT=FILE, as in perfetto=run.pftrace".into()))?;
    let format = FORMATS.iter().find(|(known, _)| *known == name).map(|(_, format)| *format).ok_or_else(|| {
        let known = FORMATS.map(|(name, _)| name);
        failed(format!(
            "there is no format {name}{}; formats are {}",
            rankine_platform::suggestion(name, known.iter().copied()),
            known.join(", ")
        ))
    })?;
    let mut words = rest.split(',');
    let mut trace = Trace { format, file: words.next().unwrap_or_default().into(), ranks: None, from: None, to: None };
    for word in words {
        match word.split_once('=') {
            Some(("rank", ranks)) => trace.ranks = Some(parse_ranks(ranks).ok_or_else(|| failed(not_ranks(ranks)))?),
            Some(("from", edge)) => trace.from = Some(parse_edge(edge)),
            Some(("to", edge)) => trace.to = Some(parse_edge(edge)),
            // This comma belongs to the file's name.
            _ if trace.ranks.is_none() && trace.from.is_none() && trace.to.is_none() => {
                trace.file = format!("{},{word}", trace.file);
            }
            _ => return Err(failed(format!("{word} is none of rank=, from=, to="))),
        }
    }
    if trace.file.is_empty() {
        return Err(failed("give the file's name behind the =".into()));
    }
    let has_symbols = [&trace.from, &trace.to].iter().any(|edge| matches!(edge, Some(Edge::Symbol(_))));
    if has_symbols && !format.is_of_instructions() {
        return Err(failed(format!(
            "{name} takes cycles for from= and to=; only commit, spike and kanata take symbols"
        )));
    }
    Ok(trace)
}

fn not_ranks(text: &str) -> String {
    format!("rank={text} is no rank or range of ranks; write rank=2 or rank=0-3")
}

fn parse_ranks(text: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last).then_some(first..=last)
}

fn parse_edge(text: &str) -> Edge {
    rankine_platform::quantity(text, "").map_or_else(|| Edge::Symbol(text.into()), Edge::Cycle)
}

impl Trace {
    /// The ranks of the trace, in a run of `count` ranks.
    pub fn ranks(&self, count: u32, has_further: bool) -> Result<RangeInclusive<u32>, String> {
        let ranks = self.ranks.clone().unwrap_or(0..=count.saturating_sub(1));
        if *ranks.end() >= count {
            return Err(format!("--trace {}: there is no rank {}; the run has {count}", self.file, ranks.end()));
        }
        if !self.format.is_of_instructions() || self.file.contains("%r") {
            return Ok(ranks);
        }
        if has_further {
            return Err(format!(
                "--trace {0}: the processors of rank {1} would write one file; put %r into its name, which stands for the rank \
                 and the processor: {1} and {1}.1",
                self.file,
                ranks.start()
            ));
        }
        if ranks.start() != ranks.end() {
            return Err(format!(
                "--trace {}: ranks {} to {} would write one file; put %r into its name, which stands for the rank, or give \
                 rank=N",
                self.file,
                ranks.start(),
                ranks.end()
            ));
        }
        Ok(ranks)
    }

    /// Can it be a log of the instructions of a node without a hart?
    pub fn fits_hardware(&self) -> bool {
        let has_symbols = [&self.from, &self.to].iter().any(|edge| matches!(edge, Some(Edge::Symbol(_))));
        self.format == Format::Commit && !has_symbols
    }

    /// The file of one processor, named by the processor's short name.
    pub fn file_of(&self, processor: &str) -> PathBuf {
        self.file.replace("%r", processor).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests() {
        let cycle = |cycle| Some(Edge::Cycle(cycle));
        let symbol = |name: &str| Some(Edge::Symbol(name.into()));
        for (text, format, file, ranks, from, to) in [
            ("perfetto=a.pftrace", Format::Perfetto, "a.pftrace", None, None, None),
            (
                "spike=a%r.log.zst,rank=0-3,from=main,to=exit",
                Format::Spike,
                "a%r.log.zst",
                Some(0..=3),
                symbol("main"),
                symbol("exit"),
            ),
            ("commit=a,b=c,rank=2,from=1_000,to=2k", Format::Commit, "a,b=c", Some(2..=2), cycle(1000), cycle(2000)),
            ("chrome=x,to=5", Format::Chrome, "x", None, None, cycle(5)),
        ] {
            assert_eq!(parse(text), Ok(Trace { format, file: file.into(), ranks, from, to }), "{text}");
        }
        for (text, expected) in [
            ("perfetto", "give FORMAT=FILE"),
            ("perfeto=x", "did you mean `perfetto`"),
            ("spike=", "give the file's name"),
            ("spike=x,rank=3-1", "rank=2 or rank=0-3"),
            ("spike=x,rank=a", "rank=2 or rank=0-3"),
            ("spike=x,rank=1,form=3", "none of rank=, from=, to="),
            ("paraver=x,from=main", "only commit, spike and kanata take symbols"),
        ] {
            let message = parse(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
        for (text, expected) in [
            ("spike=x", "put %r into its name"),
            ("spike=x,rank=0-1", "put %r into its name"),
            ("spike=%r,rank=4", "there is no rank 4"),
            ("spike=x,rank=3", ""),
            ("spike=x%r", ""),
            ("chrome=x", ""),
        ] {
            let message = parse(text).unwrap().ranks(4, false).err().unwrap_or_default();
            assert!(message.contains(expected) && message.is_empty() == expected.is_empty(), "{text}: {message}");
        }
    }
}
