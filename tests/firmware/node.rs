//! A node whose processor runs the compiled firmware. Its state can be kept, and execution can
//! continue from any kept state.
//!
//! The processor stops before each access whose order matters, and moves from one such access to
//! the next. All other accesses commute with events outside: they go to registers that only the
//! firmware changes, or to the front of a queue.

use crate::compile::Firmware;
use crate::interface::{Asked, Interface, Register, Tag};
use rankine_bus::{Access, Kind, Ram};
use rankine_devices::alpu::AlpuParams;
use rankine_devices::regs::{alpu, nic, sim};
use rankine_hart::{Code, Exit, Hart, run};
use rankine_isa::parse_isa;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// All messages and requests that arrive.
#[derive(Debug)]
pub struct Script {
    pub messages: Vec<Tag>,
    pub requests: Vec<Asked>,
}

/// An event that can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    MessageComes,
    RequestComes,
    UnitSteps(usize),
    ProcessorGoesOn,
}

impl Act {
    pub const ALL: [Act; 5] =
        [Act::MessageComes, Act::RequestComes, Act::UnitSteps(0), Act::UnitSteps(1), Act::ProcessorGoesOn];

    /// Is this a step of the node itself?
    pub fn is_own(self) -> bool {
        !matches!(self, Act::MessageComes | Act::RequestComes)
    }
}

/// Memory is kept in lines of so many bytes. A line has its number and its bytes.
const LINE: usize = 64;
type Line = (u32, [u8; LINE]);

/// The processor before an access, with the memory that the firmware has changed since it was loaded.
struct Standing {
    hart: Hart,
    access: Access,
    lines: Vec<Line>,
    fingerprint: [u64; 2],
}

#[derive(Clone)]
pub struct State {
    standing: Rc<Standing>,
    pub interface: Interface,
}

/// Two hashes of 64 bits. The standard library's hasher has fixed keys, so the hashes are the same in each run.
fn hashes(value: impl Hash) -> [u64; 2] {
    [0u64, 1].map(|which| {
        let mut hasher = DefaultHasher::new();
        which.hash(&mut hasher);
        value.hash(&mut hasher);
        hasher.finish()
    })
}

impl State {
    /// A fingerprint of the state. Two states that differ have the same one with a chance of 1 in 2^128.
    pub fn fingerprint(&self) -> u128 {
        let [low, high] = hashes((self.standing.fingerprint, &self.interface));
        u128::from(high) << 64 | u128::from(low)
    }
}

pub struct Node {
    ram: Ram,
    code: Code,
    first: Hart,
    /// The initial contents of the whole memory. The stack is below the program.
    loaded: Vec<u8>,
    stack_top: u64,
    registers: [u64; 4],
    params: AlpuParams,
    /// The lines of the memory that now differ from the initial contents.
    in_memory: Vec<Line>,
}

const STACK_BYTES: u64 = 1024;
/// More cycles than the firmware takes between two accesses.
const CYCLES_MOST: u64 = 20_000;

impl Node {
    pub fn new(firmware: &Firmware, params: &AlpuParams) -> Node {
        let program = &firmware.program;
        let [bottom, top] = ["NIC_MEMORY_BASE", "NIC_MEMORY_END"].map(|name| firmware.address(name));
        let mut ram = Ram::new(bottom - STACK_BYTES, top - bottom + STACK_BYTES).expect("memory");
        program.load(&mut ram).expect("the program is in the memory of the NIC");
        let (xlen, extensions) = parse_isa("rv32im").expect("as it was compiled for");
        let mut first = Hart::new(xlen, extensions, 0);
        first.pc = program.entry;
        // The program gets no arguments and no environment.
        first.set_x(2, bottom - LINE as u64);
        let code = Code::new(Code::image(&program.code(), &mut ram, xlen, &extensions, &()));
        let loaded = ram.slice(ram.base(), ram.len() as usize).expect("all of it").to_vec();
        let registers = ["NIC_REGISTERS_BASE", "ALPU_POSTED_BASE", "ALPU_UNEXPECTED_BASE", "SIM_BASE"]
            .map(|name| firmware.address(name));
        let (params, in_memory) = (params.clone(), Vec::new());
        Node { ram, code, first, loaded, stack_top: bottom, registers, params, in_memory }
    }

    /// The state in which the firmware has set up the node and polls.
    pub fn begin(&mut self) -> State {
        let mut hart = self.first.clone();
        let mut interface = Interface::new(&self.params);
        loop {
            let access = self.run(&mut hart).expect("the firmware comes to its loop");
            if interface.is_enabled() && self.is_ordered(access) {
                return State { standing: Rc::new(self.keep(hart, access)), interface };
            }
            self.perform(&mut hart, &mut interface, access);
            while (0..2).any(|unit| interface.unit_steps(unit)) {}
        }
    }

    /// The state after an event; none if the event cannot happen.
    pub fn follow(&mut self, state: &State, act: Act, script: &Script) -> Option<State> {
        let mut interface = state.interface.clone();
        let mut standing = state.standing.clone();
        match act {
            Act::MessageComes => interface.message_comes(*script.messages.get(interface.came[0])?),
            Act::RequestComes => {
                let asked = *script.requests.get(interface.came[1])?;
                self.restore(&standing);
                interface.request_comes(asked, &mut self.ram);
                standing = Rc::new(self.keep(standing.hart.clone(), standing.access));
            }
            Act::UnitSteps(unit) => return interface.unit_steps(unit).then_some(State { standing, interface }),
            Act::ProcessorGoesOn => {
                self.restore(&standing);
                standing = Rc::new(self.go_on(&standing, &mut interface));
            }
        }
        Some(State { standing, interface })
    }

    /// Performs the access before which the processor stands, and moves to the next one whose order matters.
    fn go_on(&mut self, standing: &Standing, interface: &mut Interface) -> Standing {
        let (mut hart, mut access) = (standing.hart.clone(), standing.access);
        (hart.cycles, hart.instret) = (0, 0);
        loop {
            self.perform(&mut hart, interface, access);
            if interface.mistake.is_none() {
                match self.run(&mut hart) {
                    Ok(next) => access = next,
                    Err(mistake) => interface.mistake = Some(mistake),
                }
            }
            if interface.mistake.is_some() || self.is_ordered(access) {
                return self.keep(hart, access);
            }
        }
    }

    /// Runs up to the next access outside memory. Returns an error if the firmware makes a mistake.
    fn run(&mut self, hart: &mut Hart) -> Result<Access, &'static str> {
        match run(hart, &mut self.ram, &mut self.code, &mut (), &mut (), hart.cycles + CYCLES_MOST) {
            Exit::Shared(access) => Ok(access),
            Exit::Budget => Err("the processor goes on for ever without an access"),
            _ => Err("the processor is at an instruction that it cannot execute"),
        }
    }

    /// The register that an access goes to; none if it goes to something else.
    fn register(&self, access: Access) -> Option<Register> {
        let [interface, posted, unexpected, _] = self.registers;
        let offset = |base: u64| Some(access.addr.wrapping_sub(base)).filter(|&offset| offset < alpu::UNIT_BYTES);
        offset(interface)
            .map(Register::Nic)
            .or_else(|| offset(posted).map(|offset| Register::Unit(0, offset)))
            .or_else(|| offset(unexpected).map(|offset| Register::Unit(1, offset)))
    }

    /// Does the order of this access and other events matter?
    fn is_ordered(&self, access: Access) -> bool {
        matches!(
            self.register(access),
            Some(
                Register::Nic(nic::REG_STATUS)
                    | Register::Unit(_, alpu::REG_RESULT | alpu::REG_COMMAND | alpu::REG_TAG)
            )
        )
    }

    fn perform(&self, hart: &mut Hart, interface: &mut Interface, access: Access) {
        let nodes = self.registers[3] + sim::REG_NODES;
        match (self.register(access), access.kind) {
            (Some(register), Kind::Load) => hart.finish_load(interface.load(register).into(), 1),
            (Some(register), Kind::Store(value)) => {
                interface.store(register, value as u32);
                hart.finish_store(1);
            }
            (None, Kind::Load) if access.addr == nodes => hart.finish_load(2, 1),
            _ => interface.mistake = Some("something is accessed that is not there"),
        }
    }

    // ---- Keeping and restoring states

    /// The lines of memory that differ from the initial contents.
    fn changed(&self) -> Vec<Line> {
        let memory = self.ram.slice(self.ram.base(), self.loaded.len()).expect("memory of the node");
        let lines = memory.as_chunks().0.iter().zip(self.loaded.as_chunks().0);
        (0..).zip(lines).filter(|(_, (now, then))| now != then).map(|(at, (now, _))| (at, *now)).collect()
    }

    /// Keeps a state. Memory below the stack pointer does not count.
    fn keep(&mut self, hart: Hart, access: Access) -> Standing {
        let base = self.ram.base();
        let free = hart.address(hart.get_x(2)).clamp(base, self.stack_top) - base;
        self.ram.slice_mut(base, free as usize).expect("memory of the node").fill(0);
        let lines = self.changed();
        self.in_memory.clone_from(&lines);
        let fingerprint = hashes((hart.pc, &hart.x[1..32], &lines));
        Standing { hart, access, lines, fingerprint }
    }

    fn restore(&mut self, standing: &Standing) {
        let memory = self.ram.slice_mut(self.ram.base(), self.loaded.len()).expect("memory of the node");
        let (memory, loaded) = (memory.as_chunks_mut::<LINE>().0, self.loaded.as_chunks().0);
        for (at, _) in &self.in_memory {
            memory[*at as usize] = loaded[*at as usize];
        }
        for (at, line) in &standing.lines {
            memory[*at as usize] = *line;
        }
        self.in_memory.clone_from(&standing.lines);
    }
}
