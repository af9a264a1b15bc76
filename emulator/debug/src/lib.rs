//! A server for GDB, by its remote serial protocol (GDB manual, appendix "GDB Remote Serial
//! Protocol"). Every processor is a thread. When one stops, all others and simulated time stop,
//! too. Stopping and inspecting a run does not change the cycles that it takes.
//!
//! [`run`] replaces [`rankine_machine::Machine::run`]. While no debugger is connected, the run goes
//! on as usual.

mod halting;
mod registers;
mod session;
mod threads;
mod wire;

use halting::Debugging;
use rankine_machine::{End, Look, Machine, Options, Stop};
use rankine_session::launch::Loaded;
use session::Session;
use std::cell::Cell;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// Interval at which a run looks for requests of a debugger, and at which a waiting run looks for a
/// debugger.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);

/// The socket at which debuggers connect.
pub struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Listens on a port of this computer that other computers cannot reach; 0 means any free port.
    pub fn bind(port: u16) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        Ok(Server { listener, port })
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// A debugger that has connected, if any.
    fn accept(&self) -> Option<TcpStream> {
        let (stream, _) = self.listener.accept().ok()?;
        stream.set_nonblocking(false).ok()?;
        stream.set_nodelay(true).ok()?;
        Some(stream)
    }
}

/// Callbacks of a run with debuggers.
pub struct Hooks<'a> {
    /// Called now and then, as by [`Machine::run`].
    pub look: &'a mut dyn FnMut(&Machine) -> Look,
    /// Called whenever the machine stands still because `look` has asked for it.
    pub paused: &'a mut dyn FnMut(&Loaded),
    /// Shows a message to the user.
    pub tell: &'a mut dyn FnMut(&str),
}

/// Runs to the end. Debuggers may connect and disconnect meanwhile. With `wait` nothing is executed
/// before the first one connects.
pub fn run(loaded: &mut Loaded, options: &Options, server: &Server, wait: bool, hooks: &mut Hooks<'_>) -> End {
    loaded.machine.start(options);
    let mut come = None;
    if wait {
        match wait_for(server, loaded, hooks) {
            Ok(stream) => come = Some(stream),
            Err(end) => return end,
        }
    }
    loop {
        if let Some(stream) = come.take() {
            let mut debugging = Debugging::begin(&mut loaded.machine);
            let ended = Session::new(loaded, &mut debugging, options, hooks).serve(stream);
            if let Some(end) = ended {
                return end;
            }
            debugging.end(&mut loaded.machine);
        }
        let now_and_then = NowAndThen::default();
        let look = &mut *hooks.look;
        let stop = loaded.machine.advance(options, &mut |machine| match look(machine) {
            Look::GoOn if now_and_then.is_due() => {
                come = server.accept();
                if come.is_some() { Look::Pause } else { Look::GoOn }
            }
            look => look,
        });
        match stop {
            Stop::Ended(end) => return end,
            Stop::Paused if come.is_none() => (hooks.paused)(loaded),
            Stop::Paused | Stop::Halted(..) => {}
        }
    }
}

/// Waits for a debugger. Returns an end if the run must end before one has connected.
fn wait_for(server: &Server, loaded: &Loaded, hooks: &mut Hooks<'_>) -> Result<TcpStream, End> {
    loop {
        if let Some(stream) = server.accept() {
            return Ok(stream);
        }
        match (hooks.look)(&loaded.machine) {
            Look::GoOn => {}
            Look::Pause => (hooks.paused)(loaded),
            Look::End(end) => return Err(end),
        }
        std::thread::sleep(LOOK_INTERVAL);
    }
}

/// Tells when [`LOOK_INTERVAL`] has passed.
#[derive(Default)]
struct NowAndThen(Cell<Option<Instant>>);

impl NowAndThen {
    fn is_due(&self) -> bool {
        let is_due = self.0.get().is_none_or(|last| last.elapsed() >= LOOK_INTERVAL);
        if is_due {
            self.0.set(Some(Instant::now()));
        }
        is_due
    }
}
