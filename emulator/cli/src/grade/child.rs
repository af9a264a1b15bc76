//! Runs a child process that can do no harm: it has limits of processor time, files, memory and
//! output, an environment of its own, and an allow-list of files.

use super::landlock::Rules;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

/// Limits of a child and of the processes that it starts.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Processor time of each process, in seconds. The child as a whole may take ten times as much
    /// wall-clock time.
    pub seconds: u64,
    /// Memory in use by the child's first process, in bytes.
    pub resident_bytes: u64,
    /// Address space of each process, in bytes.
    pub address_bytes: Option<u64>,
    /// The most bytes of standard output, and of standard error.
    pub output_bytes: usize,
    /// The most bytes of all files beneath the directory `disk` together, and of each file
    /// elsewhere. The sum is looked at now and then only.
    pub disk_bytes: u64,
    pub disk: &'a Path,
}

/// The limit at which a child was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Output,
    Disk,
    Memory,
    Seconds,
}

/// How a child ended, and its output.
pub struct Ended {
    pub status: ExitStatus,
    /// Standard output, up to the limit.
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub stopped: Option<Stopped>,
}

/// The wall-clock time that a child may take, as a multiple of its processor time: the computer may
/// be busy.
const PATIENCE: u32 = 10;

/// The longest pause between two tests of a child's limits.
const PAUSE_MAX: Duration = Duration::from_millis(20);

/// Runs a child to its end; its standard input is the file `input`.
pub fn run(mut command: Command, input: &Path, limits: Limits, rules: Option<Arc<Rules>>) -> io::Result<Ended> {
    command.stdin(fs::File::open(input)?).stdout(Stdio::piped()).stderr(Stdio::piped());
    let resources = resources(&limits);
    // SAFETY: between fork and exec only async-signal-safe system calls are made.
    unsafe {
        command.pre_exec(move || {
            libc::setsid();
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            for (resource, most) in &resources {
                // The hard limit is a second later than the soft one, so that a signal tells the
                // cause.
                let limit =
                    libc::rlimit { rlim_cur: *most, rlim_max: *most + u64::from(*resource == libc::RLIMIT_CPU) };
                if libc::setrlimit(*resource, &limit) != 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            rules.as_ref().map_or(Ok(()), |rules| rules.enforce())
        });
    }
    let mut child = command.spawn()?;
    let is_over = Arc::new(AtomicBool::new(false));
    let stdout = child.stdout.take().map(|pipe| reader(pipe, limits.output_bytes, &is_over));
    let stderr = child.stderr.take().map(|pipe| reader(pipe, limits.output_bytes, &is_over));
    let (status, mut stopped) = wait(&mut child, &limits, &is_over)?;
    let read = |reader: Option<JoinHandle<Vec<u8>>>| reader.and_then(|reader| reader.join().ok()).unwrap_or_default();
    let (stdout, stderr) = (read(stdout), read(stderr));
    if is_over.load(Ordering::Relaxed) {
        stopped = Some(Stopped::Output);
    } else if stopped.is_none() && bytes_beneath(limits.disk) > limits.disk_bytes {
        stopped = Some(Stopped::Disk);
    } else if status.signal() == Some(libc::SIGXCPU) {
        stopped = Some(Stopped::Seconds);
    } else if status.signal() == Some(libc::SIGKILL) && stopped.is_none() {
        stopped = Some(Stopped::Memory); // the kernel ends a process when memory runs out
    }
    Ok(Ended { status, stdout, stderr, stopped })
}

/// The limits that the kernel enforces.
fn resources(limits: &Limits) -> Vec<(libc::__rlimit_resource_t, u64)> {
    let mut resources =
        vec![(libc::RLIMIT_CPU, limits.seconds), (libc::RLIMIT_FSIZE, limits.disk_bytes), (libc::RLIMIT_CORE, 0)];
    resources.extend(limits.address_bytes.map(|bytes| (libc::RLIMIT_AS, bytes)));
    resources
}

/// Waits for a child's end. Ends the child when it reaches a limit.
fn wait(child: &mut Child, limits: &Limits, is_over: &AtomicBool) -> io::Result<(ExitStatus, Option<Stopped>)> {
    let began = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            kill_group(child);
            return Ok((status, None));
        }
        let stopped = if is_over.load(Ordering::Relaxed) {
            Some(Stopped::Output)
        } else if began.elapsed() > Duration::from_secs(limits.seconds) * PATIENCE {
            Some(Stopped::Seconds)
        } else if bytes_beneath(limits.disk) > limits.disk_bytes {
            Some(Stopped::Disk)
        } else if resident(child) > limits.resident_bytes {
            Some(Stopped::Memory)
        } else {
            None
        };
        if stopped.is_some() {
            kill_group(child);
            return Ok((child.wait()?, stopped));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSE_MAX);
    }
}

/// Ends all processes of the child's session.
fn kill_group(child: &Child) {
    // SAFETY: the call takes numbers only; the group is the one that the child made.
    unsafe {
        libc::kill(-(child.id() as i32), libc::SIGKILL);
    }
}

/// Reads up to `most` bytes from a pipe. If there are more, sets `is_over`.
fn reader(pipe: impl Read + Send + 'static, most: usize, is_over: &Arc<AtomicBool>) -> JoinHandle<Vec<u8>> {
    let is_over = Arc::clone(is_over);
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(most as u64 + 1).read_to_end(&mut bytes); // bytes read before an error count
        if bytes.len() > most {
            bytes.truncate(most);
            is_over.store(true, Ordering::Relaxed);
        }
        bytes
    })
}

/// Memory in use by a process; 0 if it has ended.
fn resident(child: &Child) -> u64 {
    let text = fs::read_to_string(format!("/proc/{}/statm", child.id())).unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    // SAFETY: sysconf has no preconditions.
    pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64
}

/// The bytes of all files beneath a directory, together.
fn bytes_beneath(directory: &Path) -> u64 {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(about) if about.is_dir() => bytes_beneath(&entry.path()),
        Ok(about) => about.len(),
        Err(_) => 0,
    });
    bytes.sum()
}
