//! The console: standard input of rank 0, standard output and error of all ranks, a line at a time.
//!
//! A line appears as a whole, when its rank has ended it. An unfinished line appears when its rank
//! reads standard input, ends, or has written [`LINE_BYTES_MAX`] bytes of it.

use super::errno::Result;
use super::options::{Create, HostError, HostOptions};
use rankine_bus::NodeId;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Longest part of a line that is held back.
const LINE_BYTES_MAX: usize = 64 * 1024;

/// One of a rank's two outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    Output,
    Error,
}

pub(super) struct Console {
    output: Stream,
    error: Stream,
    input: BufReader<Box<dyn Read + Send>>,
    writes: u64,
}

/// Standard output, or standard error, of all ranks.
struct Stream {
    name: &'static str,
    /// For each rank, the text since the end of its last line.
    begun: Vec<Vec<u8>>,
    target: Target,
    /// The first error because of which some of the output was lost.
    lost: Option<String>,
}

enum Target {
    Shared(Shared),
    /// A file for each rank. The files stay open, because a program may replace them by others of
    /// the same names.
    Files(Vec<Box<dyn Write + Send>>),
}

/// One output for all ranks.
struct Shared {
    writer: Box<dyn Write + Send>,
    prefix: bool,
    /// With prefixes: the rank whose line has begun and not ended.
    open: Option<NodeId>,
}

impl Console {
    pub(super) fn new(options: HostOptions, ranks: usize) -> std::result::Result<Console, HostError> {
        let prefix = options.prefix_ranks;
        let shared = |writer| Target::Shared(Shared { writer, prefix, open: None });
        let target = |pattern: Option<String>, writer| match pattern {
            None => Ok(shared(writer)),
            Some(pattern) => {
                let files = paths(&pattern, ranks)?.into_iter().map(|path| create(options.create, &path));
                let mut files = files.collect::<std::result::Result<Vec<_>, _>>()?;
                match pattern.contains("%r") {
                    true => Ok(Target::Files(files)),
                    false => files.pop().map(shared).ok_or_else(|| HostError("there are no ranks".into())),
                }
            }
        };
        let stream = |name, target| Stream { name, begun: vec![Vec::new(); ranks], target, lost: None };
        Ok(Console {
            output: stream("standard output", target(options.out_file_pattern, options.stdout)?),
            error: stream("standard error", target(options.err_file_pattern, options.stderr)?),
            input: BufReader::new(options.stdin),
            writes: 0,
        })
    }

    /// Number of writes.
    pub(super) fn writes(&self) -> u64 {
        self.writes
    }

    pub(super) fn write(&mut self, rank: NodeId, channel: Channel, bytes: &[u8]) -> Result<()> {
        self.writes += 1;
        let stream = match channel {
            Channel::Output => &mut self.output,
            Channel::Error => &mut self.error,
        };
        Ok(stream.write(rank, bytes)?)
    }

    /// Reads up to the end of a line or the length of `into`, whichever comes first. The pieces in
    /// which the host's input arrives must have no effect.
    pub(super) fn read(&mut self, rank: NodeId, into: &mut [u8]) -> Result<usize> {
        self.flush(rank);
        if rank != 0 {
            return Ok(0);
        }
        let mut done = 0;
        while done < into.len() {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) if done > 0 => break,
                Err(error) => return Err(error.into()),
            };
            let room = available.len().min(into.len() - done);
            let line = available[..room].iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            let count = line.unwrap_or(room);
            into[done..done + count].copy_from_slice(&available[..count]);
            self.input.consume(count);
            done += count;
            if line.is_some() || count == 0 {
                break;
            }
        }
        Ok(done)
    }

    /// Writes the unfinished line of a rank.
    pub(super) fn flush(&mut self, rank: NodeId) {
        // If an output cannot be written, the rank that writes next gets the error.
        let _ = self.output.flush(rank);
        let _ = self.error.flush(rank);
    }

    /// A sentence for each output of which a part could not be written.
    pub(super) fn take_lost(&mut self) -> Vec<String> {
        let streams = [&mut self.output, &mut self.error].into_iter();
        let sentence = |stream: &mut Stream| {
            let error = stream.lost.take()?;
            Some(format!("some of the programs' {} is lost: it cannot be written: {error}", stream.name))
        };
        streams.filter_map(sentence).collect()
    }

    pub(super) fn finish(&mut self) {
        for rank in 0..self.output.begun.len() {
            self.flush(rank as NodeId);
        }
        for stream in [&mut self.output, &mut self.error] {
            if let Target::Shared(shared) = &mut stream.target {
                let ended = shared.end_line();
                // The run is over. The error is reported at its end.
                let _ = note(&mut stream.lost, ended);
            }
        }
    }
}

impl Stream {
    fn write(&mut self, rank: NodeId, bytes: &[u8]) -> io::Result<()> {
        let Some(begun) = self.begun.get_mut(rank as usize) else { return Ok(()) };
        let ended = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let (lines, rest) = bytes.split_at(ended);
        let mut result = Ok(());
        if !lines.is_empty() {
            begun.extend_from_slice(lines);
            result = self.target.write(rank, begun);
            begun.clear();
            result = note(&mut self.lost, result);
        }
        begun.extend_from_slice(rest);
        if begun.len() > LINE_BYTES_MAX { result.and(self.flush(rank)) } else { result }
    }

    fn flush(&mut self, rank: NodeId) -> io::Result<()> {
        let Some(begun) = self.begun.get_mut(rank as usize).filter(|begun| !begun.is_empty()) else { return Ok(()) };
        let result = self.target.write(rank, begun);
        begun.clear();
        note(&mut self.lost, result)
    }
}

/// Records an error by which output is lost. If nobody reads any more, or the run is being ended,
/// the end of the run shows that, so nothing is recorded.
fn note(lost: &mut Option<String>, result: io::Result<()>) -> io::Result<()> {
    if let Err(error) = &result
        && !matches!(error.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::TimedOut)
    {
        lost.get_or_insert_with(|| error.to_string());
    }
    result
}

impl Target {
    fn write(&mut self, rank: NodeId, bytes: &[u8]) -> io::Result<()> {
        match self {
            Target::Shared(shared) => shared.write(rank, bytes),
            Target::Files(files) => files[rank as usize].write_all(bytes),
        }
    }
}

impl Shared {
    fn write(&mut self, rank: NodeId, bytes: &[u8]) -> io::Result<()> {
        if self.prefix {
            let labelled = self.labelled(rank, bytes);
            self.writer.write_all(&labelled)?;
        } else {
            self.writer.write_all(bytes)?;
        }
        self.writer.flush()
    }

    /// `bytes`, with the rank in front of every line that begins in it.
    fn labelled(&mut self, rank: NodeId, bytes: &[u8]) -> Vec<u8> {
        let mut labelled = Vec::with_capacity(bytes.len() + 16);
        let mut continues = self.open == Some(rank);
        if self.open.is_some() && !continues {
            labelled.push(b'\n');
        }
        for line in bytes.split_inclusive(|&byte| byte == b'\n') {
            if !continues {
                labelled.extend_from_slice(format!("[{rank}] ").as_bytes());
            }
            labelled.extend_from_slice(line);
            continues = false;
        }
        self.open = (!bytes.ends_with(b"\n")).then_some(rank);
        labelled
    }

    fn end_line(&mut self) -> io::Result<()> {
        match self.open.take() {
            Some(_) => self.writer.write_all(b"\n").and_then(|()| self.writer.flush()),
            None => Ok(()),
        }
    }
}

/// The files of a pattern: one for each rank, or one for all if the pattern has no `%r`.
pub fn paths(pattern: &str, ranks: usize) -> std::result::Result<Vec<PathBuf>, HostError> {
    let files = if pattern.contains("%r") { ranks } else { 1 };
    (0..files).map(|rank| expanded(pattern, rank)).collect()
}

fn create(create: Create, path: &Path) -> std::result::Result<Box<dyn Write + Send>, HostError> {
    create(path).map_err(|error| HostError(format!("cannot write output file {}: {error}", path.display())))
}

/// `pattern` with `%r` replaced by the rank, `%%` by a percent sign.
fn expanded(pattern: &str, rank: usize) -> std::result::Result<PathBuf, HostError> {
    let mut name = String::new();
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match (character, if character == '%' { characters.next() } else { None }) {
            ('%', Some('r')) => name.push_str(&rank.to_string()),
            ('%', Some('%')) => name.push('%'),
            ('%', other) => {
                let other = other.map(String::from).unwrap_or_default();
                return Err(HostError(format!(
                    "output file pattern {pattern:?}: %{other} is unknown; use %r for the rank, %% for a percent sign"
                )));
            }
            _ => name.push(character),
        }
    }
    Ok(name.into())
}
