//! Explains the end of a run in words (cause, place, next step), and gives its exit code.

use crate::launch::Loaded;
use rankine_bus::{Fault, Memory, NodeId, Time};
use rankine_hart::{Trap, cause};
use rankine_isa::csr;
use rankine_machine::{End, Node, Processor, ProcessorId, State};
use rankine_observe::mpi_view::counted;
use rankine_platform::FurtherProcessor;
use rankine_program::{Debug, StackFrame};
use std::fmt::Write as _;
use std::time::Duration;

/// Exit code of a deadlock.
pub const EXIT_DEADLOCK: i32 = 86;
/// Exit code if simulated time has run out.
pub const EXIT_OUT_OF_TIME: i32 = 88;
/// Exit code if programs would write more to files than --max-written allows.
pub const EXIT_WRITTEN: i32 = 89;
/// Exit code if a limit is reached.
pub const EXIT_LIMIT: i32 = 124;
/// Exit code of errors of the tool, its configuration or its use.
pub const EXIT_TOOL: i32 = 125;
/// Added to the POSIX signal number of a fault.
pub const EXIT_SIGNAL: i32 = 128;
/// Exit code if a rank ends with status 0 without calling MPI_Finalize.
const EXIT_LEFT_MPI: i32 = 1;

/// The beginning of the message of MPI_Abort. Its code is no error class.
const ABORT: &str = "MPI_Abort(";

/// The opcode of instructions that access control and status registers (unprivileged specification, "Zicsr").
const SYSTEM: u64 = 0x73;

/// POSIX signal numbers.
const SIGINT: i32 = 2;
const SIGILL: i32 = 4;
const SIGSYS: i32 = 31;
const SIGTRAP: i32 = 5;
const SIGBUS: i32 = 7;
const SIGSEGV: i32 = 11;
const SIGPIPE: i32 = 13;
const SIGABRT: i32 = 6;

/// Names of signals (asm-generic/signal.h), as RISC-V has them.
const SIGNALS: [(i32, &str); 15] = [
    (1, "SIGHUP"),
    (SIGINT, "SIGINT"),
    (3, "SIGQUIT"),
    (SIGILL, "SIGILL"),
    (SIGTRAP, "SIGTRAP"),
    (SIGBUS, "SIGBUS"),
    (8, "SIGFPE"),
    (9, "SIGKILL"),
    (10, "SIGUSR1"),
    (SIGSEGV, "SIGSEGV"),
    (12, "SIGUSR2"),
    (SIGPIPE, "SIGPIPE"),
    (14, "SIGALRM"),
    (15, "SIGTERM"),
    (SIGSYS, "SIGSYS"),
];

/// The name for an access near address 0.
const NULL_POINTER: &str = "a null pointer";
const LOOK_AT_POINTER: &str = "look at the pointer used on that line";
/// Accesses at or above this address are not called a null pointer.
const NULL_BYTES: u64 = 0x10_0000;
/// Accesses up to this number of bytes below the stack count as stack overflows.
const OVERFLOW_BYTES: u64 = 0x100_0000;
/// The most functions of a stack that are shown. Repeated functions count once.
const FRAMES_TOLD: usize = 16;
/// The most lines about ranks: at the end of a run, and in a sign of life.
const RANKS_TOLD: usize = 64;
const RANKS_TOLD_MIDWAY: usize = 12;
/// Picoseconds of simulated time in a day.
const PS_PER_DAY: f64 = 86_400e12;
/// The most lines about devices and parts of the network that wait.
const PARTS_TOLD: usize = 64;

/// The message for the user, and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Empty if there is nothing to report.
    pub message: String,
    pub exit_code: i32,
}

/// Explains how a run has ended.
pub fn report(loaded: &Loaded, end: &End) -> Report {
    let teller = Teller { loaded };
    let (message, exit_code) = match end {
        End::Finished => (String::new(), teller.program_status()),
        End::Deadlock => (teller.deadlock(), EXIT_DEADLOCK),
        End::MaxCycles => (teller.limit("the limit of --max-cycles is reached"), EXIT_LIMIT),
        End::OutOfTime => (teller.out_of_time(), EXIT_OUT_OF_TIME),
        End::Timeout => (teller.limit("the limit of --timeout is reached"), EXIT_LIMIT),
        End::Interrupted => (teller.places("interrupted"), EXIT_SIGNAL + SIGINT),
        End::Fault { processor, trap, why } => teller.fault(*processor, *trap, why.as_ref()),
        // There is no message, because nobody would read it either.
        End::NobodyReads { .. } => (String::new(), EXIT_SIGNAL + SIGPIPE),
        End::WritesTooMuch { processor } => (teller.writes_too_much(*processor), EXIT_WRITTEN),
        End::Signal { processor, signal } => teller.signal(*processor, *signal),
        End::MpiFatal { processor, code, message } => teller.mpi_fatal(*processor, *code, message),
        End::Host { processor, message } => (teller.host(*processor, message), EXIT_TOOL),
        End::UnknownCall { processor, number } => (teller.unknown_call(*processor, *number), EXIT_SIGNAL + SIGSYS),
        End::LeftMpi { processor, status } => teller.left_mpi(*processor, *status),
    };
    Report { message, exit_code }
}

/// A sentence about ranks whose heaps could not grow although their programs wanted that: the first
/// such rank, and the number of others.
pub fn full_heaps(loaded: &Loaded) -> Option<String> {
    let teller = Teller { loaded };
    let full: Vec<String> =
        loaded.machine.processors().filter_map(|processor| teller.full_heap(processor.id)).collect();
    let more = if full.len() > 1 {
        format!(" ({} likewise)", counted(full.len() as u64 - 1, "more rank"))
    } else {
        String::new()
    };
    full.first().map(|first| format!("{first}{more}"))
}

/// A text that says `what` happened, and where every rank is.
pub fn places(loaded: &Loaded, what: &str) -> String {
    Teller { loaded }.places(what)
}

/// A text for a run without output or messages for the time `silent`: a line for what each rank
/// does, and how to set a limit.
pub fn heartbeat(loaded: &Loaded, silent: Duration) -> String {
    Teller { loaded }.heartbeat(silent)
}

/// The functions that a processor is in, innermost first.
pub(crate) fn stack(loaded: &Loaded, processor: &Processor) -> Vec<StackFrame> {
    Teller { loaded }.stack(processor)
}

/// The directory of the sources of the MPI library and the C library's glue, in their debug
/// information.
const OUR_SOURCES: &str = "rankine/";

/// The headers of the libraries, which name the classes of errors.
const MPI_HEADER: &str = include_str!("../../../libmpi-c/include/mpi.h");
const GASNET_HEADER: &str = include_str!("../../../libmpi-c/include/gasnet.h");

/// GASNet's library adds this to its errors, to distinguish them from those of MPI
/// (`libmpi-c/gasnet/error.c`).
const GASNET_ERRORS: i32 = 1 << 30;

/// The name of an error class of MPI or GASNet.
fn error_class(code: i32) -> Option<&'static str> {
    let is_of_gasnet = code & GASNET_ERRORS != 0;
    let (header, prefix) = if is_of_gasnet { (GASNET_HEADER, "GASNET_ERR_") } else { (MPI_HEADER, "MPI_ERR_") };
    let value = if is_of_gasnet { code & !GASNET_ERRORS } else { code };
    let classes = header.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(" = "));
    let mut classes = classes.filter(|(name, _)| name.starts_with(prefix));
    classes.find(|(_, text)| text.parse() == Ok(value)).map(|(name, _)| name)
}

/// The number of functions of libraries at the beginning of a stack. None if the stack has no
/// function of the program.
fn library_frames(frames: &[StackFrame]) -> Option<usize> {
    let is_library = |frame: &StackFrame| frame.source().is_none_or(|source| source.starts_with(OUR_SOURCES));
    frames.iter().position(|frame| !is_library(frame))
}

/// The function of the library that the program has called, and the place of that call.
pub(crate) fn call_of_program(frames: &[StackFrame]) -> Option<(String, String)> {
    let own = library_frames(frames)?;
    let call = frames[..own].last()?.function.clone()?;
    Some((call, frames[own].to_string()))
}

struct Teller<'a> {
    loaded: &'a Loaded,
}

impl Teller<'_> {
    fn processor(&self, id: ProcessorId) -> &Processor {
        self.loaded.machine.processor(id)
    }

    fn debug(&self, processor: &Processor) -> &Debug {
        &self.loaded.debug[processor.program()]
    }

    fn cycle(&self) -> u64 {
        self.loaded.machine.cycle()
    }

    /// The non-zero status of the lowest rank that has one; else 0. A status keeps its low eight
    /// bits, as on POSIX.
    fn program_status(&self) -> i32 {
        let programs = self.loaded.machine.nodes.iter().filter_map(|node| node.processors.first());
        let mut statuses = programs.map(|program| program.exit_status().unwrap_or(0) & 0xff);
        statuses.find(|status| *status != 0).unwrap_or(0)
    }

    fn stack(&self, processor: &Processor) -> Vec<StackFrame> {
        let mut registers = processor.registers();
        if self.debug(processor).symbols.at(registers.pc).is_none() && registers.x[1] != 0 {
            // The program jumped to a wrong address. The call before the jump is the best known
            // place.
            registers.pc = registers.x[1].wrapping_sub(1);
        }
        self.debug(processor).backtrace(&registers, &mut |addr, into| processor.ram.read(addr, into)).0
    }

    /// ` in f at file:line`, innermost function first, then each caller on a line. Functions of the
    /// library that the program has called are left out, unless the user wants them. If they are
    /// left out, the text is ` in f, called from g at file:line`.
    fn stack_text(&self, processor: &Processor) -> String {
        let frames = self.stack(processor);
        let hidden = self.hidden(&frames);
        let called = hidden.checked_sub(1).and_then(|last| frames[last].function.as_deref());
        let called = processor.current_call().filter(|_| hidden > 0).map_or(called, |call| {
            Some(self.loaded.machine.points()[processor.program()].calls.function(call.function).name.as_str())
        });
        match called {
            Some(name) => callers(&frames[hidden..], &format!(" in {name}, called from")),
            None => callers(&frames[hidden..], " in"),
        }
    }

    /// The number of functions at the beginning of a stack that are not shown.
    fn hidden(&self, frames: &[StackFrame]) -> usize {
        if self.loaded.shows_library { 0 } else { library_frames(frames).unwrap_or(0) }
    }

    /// A hint how to show the hidden functions of a processor's stack, as the end of a sentence.
    fn hint(&self, processor: &Processor) -> String {
        match self.hidden(&self.stack(processor)) {
            0 => String::new(),
            1 => "; -v shows the function of the library, too".into(),
            hidden => format!("; -v shows the {hidden} functions of the library, too"),
        }
    }

    /// The current MPI call with its arguments, and its place in the program.
    fn mpi_call(&self, processor: &Processor) -> Option<String> {
        let call = processor.current_call()?;
        let place = self.debug(processor).caller(call.return_address);
        let place = place.first().map(|frame| format!(", called from {frame}")).unwrap_or_default();
        let calls = &self.loaded.machine.points()[processor.program()].calls;
        Some(format!("{}{place}", calls.describe(call.function, &call.arguments)))
    }

    fn place(&self, processor: &Processor) -> String {
        match self.mpi_call(processor) {
            Some(call) => format!(" in {call}"),
            None => self.stack_text(processor),
        }
    }

    fn deadlock(&self) -> String {
        let cycle = self.cycle();
        let mut text = if self.is_endless_loop() {
            format!(
                "endless loop at cycle {cycle}: a rank repeats a loop that changes nothing, and no other rank can make progress"
            )
        } else {
            format!("deadlock at cycle {cycle}: no rank can make progress, and no message or event is pending")
        };
        self.tell_processors(&mut text, RANKS_TOLD, |processor| {
            let place = self.place(processor);
            match &processor.state {
                State::Exited(status) => format!("has ended with status {status}"),
                State::Running | State::Access(_) if silent(processor) > 0 => {
                    format!("has changed nothing outside its memory for {} of its cycles{place}", silent(processor))
                }
                State::Spinning => format!("loops for ever{place}"),
                State::Waiting => format!("waits for an interrupt, which no device raises{place}"),
                State::Stalled(access) => format!("waits for the device at {:#x}{place}", access.addr),
                _ => format!("waits{place}"),
            }
        });
        self.tell_waiting(&mut text);
        text.push_str("\n  next step: ");
        text.push_str(&self.advice_on_deadlock());
        text
    }

    /// Does a program repeat a loop outside of MPI that nothing can end?
    fn is_endless_loop(&self) -> bool {
        self.loaded.machine.processors().any(|one| one.state == State::Spinning && one.current_call().is_none())
    }

    /// The next step if no rank can continue.
    fn advice_on_deadlock(&self) -> String {
        let processors = || self.loaded.machine.processors();
        if let Some(silent) = processors().find(|processor| silent(processor) > 0) {
            return self.advice_on_silent(silent);
        }
        // Outside of MPI, a hart that waits for an interrupt does so by its own program.
        let waits = processors().any(|one| one.state == State::Waiting && one.current_call().is_none());
        let is_over = processors().any(|one| one.id.index > 0 && matches!(one.state, State::Exited(_)));
        let advice = if is_over {
            "find out why the firmware has ended, which the ranks need; firmware must not return from main or call exit"
        } else if waits {
            "poll in place of wfi: no device of this platform raises an interrupt"
        } else if self.is_endless_loop() {
            "check the condition of that loop: nothing can change it any more; to end a program, return from main or call exit"
        } else {
            "look for a receive that no send matches, or ranks that disagree on a collective call"
        };
        advice.to_owned()
    }

    /// The next step if this further processor has computed for too long.
    fn advice_on_silent(&self, processor: &Processor) -> String {
        let section = self.further(processor.id).map_or("", |further| further.section);
        format!("look at the loop that this firmware is in; if it is right, raise {section}.silent_cycles with --set")
    }

    /// Adds a line for each device and each part of the network that waits: what it waits for.
    fn tell_waiting(&self, text: &mut String) {
        let machine = &self.loaded.machine;
        let of_node = |node: &Node| -> Vec<String> {
            let active = node.devices.iter().filter(|device| device.at_rest().is_none());
            active.flat_map(|device| device.waiting()).map(|line| format!("rank {}: {line}", node.id)).collect()
        };
        let of_network = machine.network.iter().flat_map(|network| network.waiting());
        let at_rest = machine.nodes.iter().flat_map(|node| {
            let devices = node.devices.iter();
            devices.filter_map(|device| Some((node.id, device.at_rest()?.to_owned())))
        });
        let at_rest = grouped(at_rest).into_iter().map(|(ranks, what)| match ranks.as_slice() {
            [rank] => format!("rank {rank}: {what}"),
            _ => format!("ranks {}: each {what}", rank_list(&ranks)),
        });
        let lines: Vec<String> = machine.nodes.iter().flat_map(of_node).chain(of_network).chain(at_rest).collect();
        for line in lines.iter().take(PARTS_TOLD) {
            let _ = write!(text, "\n    {line}");
        }
        if lines.len() > PARTS_TOLD {
            let _ = write!(text, "\n    … and {}", counted((lines.len() - PARTS_TOLD) as u64, "more waiting part"));
        }
    }

    fn limit(&self, what: &str) -> String {
        self.places(what) + "\n  next step: raise the limit, or look at where the ranks above spend their time"
    }

    fn out_of_time(&self) -> String {
        let days = Time::END.0 as f64 / PS_PER_DAY;
        self.places(&format!(
            "the end of simulated time is reached: a run has at most {days:.0} days, and these ranks have not ended"
        )) + "\n  next step: look at where the ranks sleep or poll; if hart.clock_hz is low, raise it, because that makes a cycle shorter"
    }

    /// A text that says `what` happened, and where every rank is.
    fn places(&self, what: &str) -> String {
        let mut text = format!("{what} at cycle {}", self.cycle());
        self.tell_processors(&mut text, RANKS_TOLD, |processor| match &processor.state {
            State::Exited(status) => format!("has ended with status {status}"),
            _ => {
                let (call, frames) = (self.mpi_call(processor), self.stack(processor));
                match (call, self.hidden(&frames)) {
                    (Some(call), 0) => format!("is in {call};{}", self.stack_text(processor)),
                    // The function that makes the call is in the text already.
                    (Some(call), hidden) => {
                        format!("is in {call}{}", callers(&frames[hidden + 1..], "\n    called from"))
                    }
                    (None, _) => format!("is{}", self.stack_text(processor)),
                }
            }
        });
        text
    }

    fn heartbeat(&self, silent: Duration) -> String {
        let seconds = silent.as_secs_f64().round();
        let mut text = format!(
            "no console output and no message for {seconds} s of host time; the run continues at cycle {}",
            self.cycle()
        );
        self.tell_processors(&mut text, RANKS_TOLD_MIDWAY, |processor| match &processor.state {
            State::Exited(status) => format!("has ended with status {status}"),
            _ => {
                let innermost = || self.stack(processor).first().map(StackFrame::to_string).unwrap_or_default();
                format!("is in {}", self.mpi_call(processor).unwrap_or_else(innermost))
            }
        });
        text.push_str(
            "\n  next step: limit the run with --timeout SECONDS or --max-cycles N; --heartbeat 0 turns this message off",
        );
        text
    }

    /// Adds a line for each processor, and for each rank without one. Processors with the same text
    /// share a line. There are at most `most` lines, and one with the number of remaining ranks.
    fn tell_processors(&self, text: &mut String, most: usize, tell: impl Fn(&Processor) -> String) {
        let of_node = |node: &Node| -> Vec<(NodeId, (u32, String))> {
            if self.loaded.machine.host.is_idle(node.id) {
                return vec![(node.id, (0, "is set aside, and no program has started it".into()))];
            }
            let hardware = || (node.id, (0, format!("is {}", self.loaded.platform.hardware(node.id).one)));
            let processors = node.processors.iter();
            let told = processors.map(|processor| (node.id, (processor.id.index, tell(processor))));
            node.processors.is_empty().then(hardware).into_iter().chain(told).collect()
        };
        let groups = grouped(self.loaded.machine.nodes.iter().flat_map(of_node));
        for (ranks, (index, line)) in groups.iter().take(most) {
            let of = if *index == 0 { String::new() } else { format!("processor {index} ") };
            let _ = match ranks.as_slice() {
                [rank] => write!(text, "\n  rank {rank} {of}{line}"),
                _ => write!(text, "\n  ranks {}: each {of}{line}", rank_list(ranks)),
            };
        }
        let untold: usize = groups.iter().skip(most).map(|(ranks, _)| ranks.len()).sum();
        if untold > 0 {
            let _ = write!(text, "\n  … and {}", counted(untold as u64, "more rank"));
        }
    }

    /// ` at cycle 123` for firmware, which acts on its own. Empty for the program of a rank.
    fn when(&self, id: ProcessorId) -> String {
        if id.index == 0 { String::new() } else { format!(" at cycle {}", self.cycle()) }
    }

    fn fault(&self, id: ProcessorId, trap: Trap, why: Option<&Fault>) -> (String, i32) {
        let processor = self.processor(id);
        // Null pointers point to the lowest addresses, as far as nothing is mapped there.
        let null_end = NULL_BYTES.min(self.loaded.platform.first_address(id.node)).min(processor.ram.base());
        let section = self.further(id).map_or("memory", |further| further.section);
        let (signal, what, advice) = explain(processor, trap, why, null_end, section);
        let mpi = self.mpi_call(processor).map(|call| format!("\n    inside {call}")).unwrap_or_default();
        let when = self.when(id);
        let advice = match self.full_heap(id).filter(|_| what.contains(NULL_POINTER)) {
            Some(heap) => format!("an earlier malloc returned a null pointer: {heap}"),
            None => advice,
        };
        let (stack, hint) = (self.stack_text(processor), self.hint(processor));
        (format!("{id}: {what}{when}{stack}{mpi}\n  next step: {advice}{hint}"), EXIT_SIGNAL + signal)
    }

    fn signal(&self, id: ProcessorId, signal: i32) -> (String, i32) {
        let (what, advice) = match signal {
            SIGABRT => (
                "aborted (SIGABRT)".to_owned(),
                "find out why the program calls abort; the message of a failed assertion is above",
            ),
            other => {
                let name = SIGNALS.iter().find(|(number, _)| *number == other);
                let name = name.map(|(_, name)| format!("{name}, ")).unwrap_or_default();
                let text = format!("ended by a signal ({name}number {other}) that the program raised itself");
                (text, "look at the call of raise or kill above; a signal without a handler ends the run")
            }
        };
        let text = format!("{id}: {what}{}\n  next step: {advice}", self.stack_text(self.processor(id)));
        (text, EXIT_SIGNAL + (signal & 0x7f))
    }

    fn mpi_fatal(&self, id: ProcessorId, code: i32, message: &str) -> (String, i32) {
        let processor = self.processor(id);
        let place = self.mpi_call(processor).map(|call| format!("\n    in {call}")).unwrap_or_default();
        // This may be a handler that the call has run, for example.
        let inner = call_of_program(&self.stack(processor)).filter(|(_, own)| !place.ends_with(&format!(" {own}")));
        let inner = inner.map(|(call, own)| format!("\n    in {call}, called from {own}")).unwrap_or_default();
        let place = inner + &place;
        // An exit code whose low eight bits are zero would look like success.
        let exit_code = if code & 0xff == 0 { 1 } else { code & 0xff };
        let when = self.when(id);
        let class = error_class(code).filter(|_| !message.starts_with(ABORT)).map(|class| format!(" ({class})"));
        let class = class.unwrap_or_default();
        (format!("{id}{when}: {message}{place}\n  the run ends with exit code {exit_code}{class}"), exit_code)
    }

    fn host(&self, id: ProcessorId, message: &str) -> String {
        let place = self.place(self.processor(id));
        format!("{id}{}: {message}{place}", self.when(id))
    }

    fn writes_too_much(&self, id: ProcessorId) -> String {
        let what = "the programs would write more to files than --max-written allows";
        self.host(id, what) + "\n  next step: raise the limit, or let the programs write less"
    }

    /// A sentence about a processor whose heap could not grow although its program wanted that,
    /// with the key to enlarge.
    fn full_heap(&self, id: ProcessorId) -> Option<String> {
        let [used, wanted] =
            self.loaded.machine.host.refused_heap((id.node, id.index))?.map(|bytes| bytes as f64 / 1048576.0);
        let (memory, key) = match self.further(id) {
            Some(further) => (&further.view.memory, format!("{}.memory_bytes", further.section)),
            None => (&self.loaded.platform.memory, "memory.bytes".into()),
        };
        let bytes = memory.bytes as f64 / 1048576.0;
        Some(format!(
            "the heap of {id} has {used:.1} MiB, and the program asked for {wanted:.1} MiB, but {key} is {bytes:.1} MiB; enlarge \
             {key} with --set"
        ))
    }

    /// The platform's description of a processor, if it is a further one.
    fn further(&self, id: ProcessorId) -> Option<&FurtherProcessor> {
        self.loaded.platform.further().get(id.index.checked_sub(1)? as usize)
    }

    fn unknown_call(&self, id: ProcessorId, number: u64) -> String {
        format!(
            "{id}: unknown system call {number}{}\n  next step: link the program with `rankine cc`, whose C \
             library makes only calls that exist",
            self.stack_text(self.processor(id))
        )
    }

    fn left_mpi(&self, id: ProcessorId, status: i32) -> (String, i32) {
        let exit_code = if status & 0xff == 0 { EXIT_LEFT_MPI } else { status & 0xff };
        let text = format!(
            "{id} has ended with status {status} without calling MPI_Finalize{}\n  next step: call MPI_Finalize \
             before the program ends, or MPI_Abort to end all ranks; the run ends with exit code {exit_code}",
            self.stack_text(self.processor(id))
        );
        (text, exit_code)
    }
}

/// These functions, one on each line. `lead` stands in front of the first.
fn callers(frames: &[StackFrame], lead: &str) -> String {
    let frames: Vec<String> = frames.iter().map(StackFrame::to_string).collect();
    let mut text = String::new();
    for (told, run) in frames.chunk_by(|a, b| a == b).enumerate() {
        if told == FRAMES_TOLD {
            text.push_str("\n    … and more callers");
            break;
        }
        let lead = if told == 0 { lead } else { "\n    called from" };
        let times = if run.len() > 1 { format!(" ({} times)", run.len()) } else { String::new() };
        let _ = write!(text, "{lead} {}{times}", run[0]);
    }
    text
}

/// The cycles for which a processor has changed nothing outside its memory while all others wait. 0
/// if it has not been too long.
fn silent(processor: &Processor) -> u64 {
    processor.silent_for().unwrap_or(0)
}

/// Groups ranks with equal texts, in the order of the first rank of each group.
fn grouped<T: PartialEq>(told: impl Iterator<Item = (NodeId, T)>) -> Vec<(Vec<NodeId>, T)> {
    let mut groups: Vec<(Vec<NodeId>, T)> = Vec::new();
    for (rank, line) in told {
        match groups.iter_mut().find(|(_, told)| *told == line) {
            Some((ranks, _)) => ranks.push(rank),
            None => groups.push((vec![rank], line)),
        }
    }
    groups
}

/// A list such as `0-3, 7`.
fn rank_list(ranks: &[NodeId]) -> String {
    let mut parts: Vec<(NodeId, NodeId)> = Vec::new();
    for &rank in ranks {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == rank => *last = rank,
            _ => parts.push((rank, rank)),
        }
    }
    let parts: Vec<String> = parts
        .iter()
        .map(|(first, last)| if first == last { format!("{first}") } else { format!("{first}-{last}") })
        .collect();
    parts.join(", ")
}

/// If the instruction accesses a control and status register, a text that names the register.
fn of_register(instruction: u64) -> String {
    let is_access = instruction & 0x7f == SYSTEM && instruction >> 12 & 3 != 0;
    let name = csr::name((instruction >> 20 & 0xfff) as u16).filter(|_| is_access);
    name.map(|name| format!(", which accesses {name}: this hart has no such register, or it cannot be written"))
        .unwrap_or_default()
}

/// Signal, cause and next step of an exception. Addresses below `null_end` are called null
/// pointers. `stack_bytes` of `section` sets the size of the processor's stack.
fn explain(
    processor: &Processor,
    trap: Trap,
    why: Option<&Fault>,
    null_end: u64,
    section: &str,
) -> (i32, String, String) {
    let addr = trap.tval;
    let refused = why.map(|fault| format!(" ({fault})")).unwrap_or_default();
    match trap.cause {
        cause::FETCH_ACCESS | cause::MISALIGNED_FETCH => (
            SIGSEGV,
            format!("jump to {addr:#x}, where there is no code"),
            "look at the function pointer or return address that led there; often the stack was overwritten".into(),
        ),
        cause::ILLEGAL_INSTRUCTION => (
            SIGILL,
            format!("illegal instruction {addr:#010x} at {:#x}{}", processor.hart.pc, of_register(addr)),
            "compile for the ISA of the platform's harts (`rankine describe`), or look for a jump into data".into(),
        ),
        cause::BREAKPOINT => {
            (SIGTRAP, "breakpoint (ebreak)".into(), "remove the ebreak, or install a trap handler".into())
        }
        cause::MISALIGNED_LOAD | cause::MISALIGNED_STORE => (
            SIGBUS,
            format!("misaligned access to {addr:#x}, which is not ordinary memory{refused}"),
            "access devices with aligned words".into(),
        ),
        cause::LOAD_ACCESS | cause::STORE_ACCESS => {
            let verb = if trap.cause == cause::LOAD_ACCESS { "load from" } else { "store to" };
            let below_stack =
                addr < processor.stack_bottom && addr >= processor.stack_bottom.saturating_sub(OVERFLOW_BYTES);
            if below_stack {
                let text = format!("stack overflow: {verb} {addr:#x}, below the end of the stack");
                let advice = format!(
                    "recurse less deeply, make local arrays static, or enlarge {section}.stack_bytes with --set"
                );
                return (SIGSEGV, text, advice);
            }
            let (what, advice) = match why {
                _ if addr < null_end => (NULL_POINTER, LOOK_AT_POINTER),
                None | Some(Fault::Unmapped) => ("which is not memory", LOOK_AT_POINTER),
                Some(_) => (
                    "which the device refuses",
                    "look at the commands that this line and the lines before it give to the device",
                ),
            };
            (SIGSEGV, format!("segmentation fault: {verb} {addr:#x}, {what}{refused}"), advice.into())
        }
        other => (SIGILL, format!("exception {other} (tval {addr:#x})"), "install a trap handler for it".into()),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn rank_lists() {
        for (ranks, text) in [(&[0, 1, 2][..], "0-2"), (&[0, 2, 3, 9], "0, 2-3, 9"), (&[5], "5")] {
            assert_eq!(super::rank_list(ranks), text);
        }
    }
}
