//! Benchmark: instructions per second of the engine on a loop of simple instructions. Run
//! `cargo bench -p rankine-hart`.

use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, run};
use rankine_isa::{Extensions, Xlen};
use std::time::Instant;

const BASE: u64 = 0x1_0000;
const DATA: u64 = 0x2_0000;
const ROUNDS: u64 = 50_000_000;

const PROGRAM: &[u32] = &[
    0x0015_0513, // 1: addi a0,a0,1
    0x00b5_0533, //    add a0,a0,a1
    0x00c5_4533, //    xor a0,a0,a2
    0x0035_1693, //    slli a3,a0,3
    0x0008_3703, //    ld a4,0(a6)
    0x00e7_07b3, //    add a5,a4,a4
    0x00f8_3023, //    sd a5,0(a6)
    0x0017_0713, //    addi a4,a4,1
    0x00e5_7633, //    and a2,a0,a4
    0xfff8_8893, //    addi a7,a7,-1
    0xfc08_9ce3, //    bnez a7,1b
    0x0000_0073, //    ecall
];

fn main() {
    let mut ram = Ram::new(BASE, 1 << 20).expect("host memory");
    for (index, word) in PROGRAM.iter().enumerate() {
        assert!(ram.write(BASE + 4 * index as u64, &word.to_le_bytes()));
    }
    let text = BASE..BASE + 4 * PROGRAM.len() as u64;
    let image = Code::image(std::slice::from_ref(&text), &mut ram, Xlen::Rv64, &Extensions::GC, &());
    let mut code = Code::new(image);
    let mut hart = Hart::new(Xlen::Rv64, Extensions::GC, 0);
    hart.pc = BASE;
    hart.set_x(16, DATA);
    hart.set_x(17, ROUNDS);
    let start = Instant::now();
    let exit = run(&mut hart, &mut ram, &mut code, &mut (), &mut (), u64::MAX);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(exit, Exit::Ecall);
    println!("{} instructions, {:.0} M/s", hart.instret, hart.instret as f64 / seconds / 1e6);
}
