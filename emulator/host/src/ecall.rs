//! Calls by `ecall`: passes each number to its function.

use super::errno::{Errno, Result, no_descriptors};
use super::guest::Caller;
use super::{Outcome, numbers, paths};
use rankine_bus::printable;

/// Longest reason of an MPI error that is shown, in bytes.
const MESSAGE_BYTES_MAX: usize = 4096;

impl Caller<'_> {
    pub(super) fn ecall(&mut self, number: u64, args: [u64; 7]) -> Outcome {
        let number = self.unsigned(number);
        match number {
            numbers::WRITE => self.write_outcome(args),
            numbers::READ => self.read_outcome(args),
            numbers::EXIT | numbers::EXIT_GROUP => self.exit(args[0] as i32),
            numbers::KILL => self.kill(args[0] as i32, args[1] as i32),
            numbers::TGKILL => self.kill(args[1] as i32, args[2] as i32),
            numbers::NANOSLEEP => self.nanosleep(args[0]),
            numbers::CLOCK_NANOSLEEP => self.clock_nanosleep(args[1], args[2]),
            numbers::WRITEV => self.writev(args[0], args[1], args[2]),
            numbers::RISCV_FLUSH_ICACHE => self.flush_icache(args[0], args[1]),
            numbers::MPI_FATAL => self.fatal(args[0] as i32, args[1], args[2]),
            numbers::BEGIN => match self.begin() {
                Ok(_) => Outcome::Begins,
                failed => outcome(failed),
            },
            _ => {
                let call = self.file_call(number, args).or_else(|| self.other_call(number, args));
                match call.or_else(|| self.process_call(number, args)).or_else(|| self.linux_call(number, args)) {
                    Some(result) => outcome(result),
                    None => Outcome::Unknown(number),
                }
            }
        }
    }

    /// Calls about ranks that are set aside and published names; none if it is another call.
    fn process_call(&mut self, number: u64, args: [u64; 7]) -> Option<Result<i64>> {
        let [a0, a1, a2, ..] = args;
        Some(match number {
            numbers::SET_ASIDE => Ok(self.set_aside()),
            numbers::CLAIM => self.claim(a0),
            numbers::RELEASE => self.release(a0),
            numbers::PUBLISH => self.publish(a0, a1),
            numbers::LOOKUP => self.lookup(a0, a1, a2),
            numbers::UNPUBLISH => self.unpublish(a0),
            _ => return None,
        })
    }

    /// Calls about files; none if it is another call.
    fn file_call(&mut self, number: u64, args: [u64; 7]) -> Option<Result<i64>> {
        let [a0, a1, a2, a3, a4, ..] = args;
        let (fd, here) = (a0 as i32, paths::AT_FDCWD);
        Some(match number {
            numbers::OPENAT => self.open_path(fd, a1, a2 as u32, a3 as u32),
            numbers::OPEN => self.open_path(here, a0, a1 as u32, a2 as u32),
            numbers::CLOSE => self.close(fd),
            numbers::LSEEK => self.lseek(fd, self.signed(a1), a2 as i32),
            numbers::FSTAT => self.fstat(fd, a1),
            numbers::FSTATAT => self.fstatat(fd, a1, a2, a3 as u32),
            numbers::STAT => self.fstatat(here, a0, a1, 0),
            numbers::STATFS => self.statfs(a0, a1),
            numbers::FSTATFS => self.fstatfs(fd, a1),
            numbers::UNLINKAT => self.unlinkat(fd, a1, a2 as u32),
            numbers::UNLINK => self.unlinkat(here, a0, 0),
            numbers::MKDIRAT => self.mkdirat(fd, a1, a2 as u32),
            numbers::FACCESSAT => self.faccessat(fd, a1, a2 as u32),
            numbers::ACCESS => self.faccessat(here, a0, a1 as u32),
            numbers::RENAMEAT2 => self.renameat2(fd, a1, a2 as i32, a3, a4 as u32),
            numbers::GETCWD => self.getcwd(a0, a1),
            numbers::FTRUNCATE => self.ftruncate(fd, self.signed(a1)),
            numbers::FSYNC => self.fsync(fd),
            numbers::IOCTL => self.ioctl(fd),
            _ => return None,
        })
    }

    /// Calls about time, memory and the system; none if it is another call.
    fn other_call(&mut self, number: u64, args: [u64; 7]) -> Option<Result<i64>> {
        let [a0, a1, ..] = args;
        Some(match number {
            numbers::GETTIMEOFDAY => self.gettimeofday(a0),
            numbers::CLOCK_GETTIME => self.clock_gettime(a0 as i32, a1),
            numbers::CLOCK_GETRES => self.clock_getres(a0 as i32, a1),
            numbers::TIME => self.time(a0),
            numbers::TIMES => self.times(a0),
            numbers::GETPID => Ok(self.pid()),
            numbers::UNAME => self.uname(a0),
            numbers::BRK => Ok(self.brk(a0)),
            // A run must repeat bit for bit.
            numbers::GETRANDOM => Err(Errno::NOSYS),
            _ => return None,
        })
    }

    fn read_outcome(&mut self, args: [u64; 7]) -> Outcome {
        match self.read(args[0] as i32, args[1], args[2]) {
            Err(Errno::INTR) => Outcome::Waits,
            result => outcome(result),
        }
    }

    pub(super) fn write_outcome(&mut self, args: [u64; 7]) -> Outcome {
        match self.write(args[0] as i32, args[1], args[2]) {
            // Only the console can be a pipe.
            Err(Errno::PIPE) => Outcome::NobodyReads,
            Err(Errno::INTR) => Outcome::Waits,
            result => outcome(result),
        }
    }

    fn fatal(&mut self, code: i32, message: u64, length: u64) -> Outcome {
        self.console.flush(self.rank);
        let length = self.unsigned(length).min(MESSAGE_BYTES_MAX as u64) as usize;
        let mut bytes = vec![0; length];
        if self.load(self.unsigned(message), &mut bytes).is_err() {
            bytes.clear();
        }
        Outcome::Fatal { code, message: printable(&String::from_utf8_lossy(&bytes)).into_owned() }
    }
}

fn outcome(result: Result<i64>) -> Outcome {
    match result {
        Err(Errno::NFILE) => no_descriptors(),
        Err(Errno::WRITTEN) => Outcome::WritesTooMuch,
        result => Outcome::Return(result.unwrap_or_else(|Errno(number)| -i64::from(number))),
    }
}
