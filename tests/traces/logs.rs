//! Readers of the three formats of instruction logs. They accept exactly the formats that docs/traces.md defines.

use rankine_isa::{F_NAMES, X_NAMES};

const REASONS: [&str; 6] = ["stall", "branch", "fetch", "data", "device", "wait"];

/// A line of a commit log about an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    pub cycle: u64,
    pub instret: u64,
    pub rank: u64,
    pub pc: u64,
    pub place: String,
    pub cost: u64,
    /// In the order of [`REASONS`].
    pub reasons: [i64; 6],
    pub writes: Vec<String>,
}

impl Step {
    pub fn end(&self) -> u64 {
        self.cycle + self.cost
    }

    pub fn wait(&self) -> u64 {
        self.reasons[5] as u64
    }
}

/// A line of a commit log about skipped rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    pub cycle: u64,
    pub rank: u64,
    pub rounds: u64,
    pub instructions: u64,
    pub cycles: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    Step(Step),
    Skipped(Skipped),
}

/// Reads a commit log. Its first line must name the columns.
pub fn commit(text: &str) -> Vec<Line> {
    let (head, rest) = text.split_once('\n').expect("a first line");
    let columns: Vec<&str> = head.split_whitespace().collect();
    assert_eq!(columns.join(" "), "# cycle instret rank pc place instruction cycles, writes");
    assert!(rest.is_empty() || rest.ends_with('\n'), "the last line has an end");
    rest.lines().map(|line| commit_line(line).unwrap_or_else(|| panic!("not a line of a commit log: {line}"))).collect()
}

fn commit_line(line: &str) -> Option<Line> {
    match line.strip_prefix('#') {
        Some(told) => skipped(told).map(Line::Skipped),
        None => step(line).map(Line::Step),
    }
}

/// Reads a line about skipped rounds: ` 1234 rank 0: 5 rounds of a polling loop left out: 40 instructions, 60 cycles`
fn skipped(told: &str) -> Option<Skipped> {
    let words: Vec<&str> = told.split_whitespace().collect();
    let [cycle, "rank", rank, rounds, "rounds", "of", "a", "polling", "loop", "left", "out:", rest @ ..] = &words[..]
    else {
        return None;
    };
    let [instructions, "instructions,", cycles, "cycles"] = rest else { return None };
    let number = |text: &str| text.parse().ok();
    Some(Skipped {
        cycle: number(cycle)?,
        rank: number(rank.strip_suffix(':')?)?,
        rounds: number(rounds)?,
        instructions: number(instructions)?,
        cycles: number(cycles)?,
    })
}

fn step(line: &str) -> Option<Step> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [cycle, instret, rank, pc, place, _mnemonic, rest @ ..] = &words[..] else { return None };
    // The cycles are the first word of digits only; no operand is such a word.
    let at = rest.iter().position(|word| word.bytes().all(|byte| byte.is_ascii_digit()))?;
    let mut step = Step {
        cycle: cycle.parse().ok()?,
        instret: instret.parse().ok()?,
        rank: rank.parse().ok()?,
        pc: hex(pc)?,
        place: place.to_string(),
        cost: rest[at].parse().ok()?,
        ..Step::default()
    };
    let mut written = &rest[at + 1..];
    for (index, name) in REASONS.iter().enumerate() {
        let Some(cycles) = written.first().and_then(|word| word.strip_prefix(name)) else { continue };
        step.reasons[index] = cycles.parse().ok().filter(|cycles| *cycles > 0 || index < 2 && *cycles < 0)?;
        written = &written[1..];
    }
    step.writes = written.iter().map(|word| word.to_string()).collect();
    step.writes.iter().all(|word| is_write(word)).then_some(step)
}

/// Is this a write: `a0=0x…`, `[0x…]`, or `[0x…]=0x…`?
fn is_write(word: &str) -> bool {
    let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
    let is_value = value.is_none_or(|value| hex(value).is_some());
    match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(address) => is_value && hex(address).is_some(),
        None => {
            let is_csr =
                || name.starts_with(['m', 'c', 'f', 'i', 't']) && name.bytes().all(|b| b.is_ascii_alphanumeric());
            is_value && value.is_some() && (X_NAMES.contains(&name) || F_NAMES.contains(&name) || is_csr())
        }
    }
}

pub fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text.strip_prefix("0x")?, 16).ok()
}

/// A line of Spike's log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spike {
    pub core: u64,
    pub pc: u64,
    /// The writes, as in a commit log.
    pub writes: Vec<String>,
}

pub fn spike(text: &str) -> Vec<Spike> {
    assert!(text.is_empty() || text.ends_with('\n'), "the last line has an end");
    text.lines().map(|line| spike_line(line).unwrap_or_else(|| panic!("not a line of Spike's log: {line}"))).collect()
}

/// Reads a line such as `core   0: 3 0x0000000080000000 (0x00000297) x5  0x0000000080000000`
fn spike_line(line: &str) -> Option<Spike> {
    let (core, rest) = line.strip_prefix("core")?.split_once(": 3 ")?;
    let (pc, rest) = rest.split_once(" (")?;
    let (bits, rest) = rest.split_once(')')?;
    if core.len() < 4 || pc.len() != 18 || ![6, 10].contains(&bits.len()) {
        return None;
    }
    // The two lowest bits of an instruction say whether it is compressed.
    if (hex(bits)? & 3 == 3) != (bits.len() == 10) {
        return None;
    }
    let mut spike = Spike { core: core.trim().parse().ok()?, pc: hex(pc)?, writes: Vec::new() };
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let value = words.next()?;
        hex(value)?;
        match (word, word.split_once('_')) {
            ("mem", _) => spike.writes.push(match words.next() {
                Some(stored) => format!("[{value}]=0x{:x}", hex(stored)?),
                None => format!("[{value}]"),
            }),
            (_, Some((number, name))) => {
                number.strip_prefix('c')?.parse::<u16>().ok()?;
                spike.writes.push(format!("{name}={value}"));
            }
            (register, None) => {
                let names = if register.starts_with('x') { X_NAMES } else { F_NAMES };
                let name = names.get(register.strip_prefix(['x', 'f'])?.parse::<usize>().ok()?)?;
                spike.writes.push(format!("{name}={value}"));
            }
        }
    }
    // Columns are where Spike has them: one blank before a register, and names of two letters padded to three.
    let is_register = rest.starts_with(" x") || rest.starts_with(" f");
    (!is_register || rest.as_bytes().get(4) == Some(&b' ') && rest.as_bytes().get(5) == Some(&b'0')).then_some(spike)
}

/// An instruction of a Kanata log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bar {
    pub instret: u64,
    pub rank: u64,
    /// Cycles from the beginning of the log.
    pub begin: u64,
    pub end: u64,
    pub left: String,
    pub detail: String,
    pub stages: Vec<(String, u64)>,
}

/// Reads a Kanata log as a viewer does. Every command must stand in its place.
pub fn kanata(text: &str) -> Vec<Bar> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Kanata\t0004"));
    let mut bars: Vec<Bar> = Vec::new();
    let (mut now, mut is_open) = (0, false);
    for line in lines {
        kanata_line(line, &mut now, &mut is_open, &mut bars).unwrap_or_else(|| panic!("{line}, at cycle {now}"));
    }
    assert!(!is_open, "the last instruction has ended");
    bars
}

fn kanata_line(line: &str, now: &mut u64, is_open: &mut bool, bars: &mut Vec<Bar>) -> Option<()> {
    let words: Vec<&str> = line.split('\t').collect();
    let number = |text: &str| text.parse::<u64>().ok();
    if let ["C", cycles] = words[..] {
        *now += number(cycles).filter(|cycles| *cycles > 0)?;
        return Some(());
    }
    // All other commands name an instruction: the last one, or the next one if an instruction begins.
    let begins = words[0] == "I";
    if number(words.get(1)?)? != bars.len() as u64 - u64::from(!begins) || *is_open == begins {
        return None;
    }
    match words[..] {
        ["I", _, instret, rank] => {
            let bar = Bar { instret: number(instret)?, rank: number(rank)?, begin: *now, ..Bar::default() };
            bars.push(bar);
            *is_open = true;
        }
        ["L", _, "0", text] => bars.last_mut()?.left = text.to_string(),
        ["L", _, "1", text] => bars.last_mut()?.detail = text.to_string(),
        ["S", _, "0", stage @ ("W" | "F" | "X" | "M" | "D")] => {
            let bar = bars.last_mut()?;
            // A stage ends where the next one begins.
            close_stage(bar, *now);
            bar.stages.push((stage.to_string(), *now));
        }
        ["R", _, retired, "0"] if number(retired)? == bars.len() as u64 - 1 => {
            let bar = bars.last_mut()?;
            close_stage(bar, *now);
            bar.end = *now;
            *is_open = false;
        }
        _ => return None,
    }
    Some(())
}

/// Turns the beginning of the last stage into its length.
fn close_stage(bar: &mut Bar, now: u64) {
    if let Some((_, begin)) = bar.stages.last_mut() {
        *begin = now - *begin;
    }
}
