//! Instructions a second of the engine on a loop of simple instructions, untimed and timed.
use rankine_bus::{Memory, Ram};
use rankine_hart::{Code, Exit, Hart, run};
use rankine_isa::{Extensions, Xlen};
use std::time::Instant;

fn main() {
    let words: &[u32] = &[
        0x0005_0513, // addi a0,a0,0
        0x00b5_0533, // add a0,a0,a1
        0x00c5_4533, // xor a0,a0,a2
        0x0035_1693, // slli a3,a0,3
        0x0006_b703, // ld a4,0(a3)   -- a3 patched below
        0x00e7_07b3, // add a5,a4,a4
        0x00f8_3023, // sd a5,0(a6)
        0x0017_0713, // addi a4,a4,1
        0x00e5_7633, // and a2,a0,a4
        0xfff8_8893, // addi a7,a7,-1
        0xfc08_9ce3, // bne a7,zero,-40
        0x0000_0073, // ecall
    ];
    let mut ram = Ram::new(0x1_0000, 1 << 20).unwrap();
    for (i, word) in words.iter().enumerate() {
        let word = if i == 4 { 0x0008_3703 } else { *word };
        assert!(ram.write(0x1_0000 + 4 * i as u64, &word.to_le_bytes()));
    }
    let mut hart = Hart::new(Xlen::Rv64, Extensions::GC, 0);
    hart.pc = 0x1_0000;
    hart.x[16] = 0x2_0000;
    hart.x[17] = 50_000_000;
    let image = Code::image(&[0x1_0000..0x1_0030], &mut ram, Xlen::Rv64, &Extensions::GC, &());
    let mut code = Code::new(image);
    let start = Instant::now();
    let exit = run(&mut hart, &mut ram, &mut code, &mut (), &mut (), u64::MAX);
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(exit, Exit::Ecall);
    println!("{} instructions, {:.0} M/s", hart.instret, hart.instret as f64 / seconds / 1e6);
}
