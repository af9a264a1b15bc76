//! Control and status registers: numbers and names. Privileged specification, "CSR Listing".

macro_rules! csrs {
    ($($constant:ident $number:literal $name:literal;)*) => {
        $(#[doc = $name] pub const $constant: u16 = $number;)*

        /// Name of a register that a hart of this kind has or that a program may ask for.
        pub fn name(number: u16) -> Option<&'static str> {
            match number {
                $($number => Some($name),)*
                _ => None,
            }
        }

        /// Number of a register by its name.
        pub fn number(name: &str) -> Option<u16> {
            match name {
                $($name => Some($number),)*
                _ => None,
            }
        }
    };
}

csrs! {
    FFLAGS 0x001 "fflags";
    FRM 0x002 "frm";
    FCSR 0x003 "fcsr";
    SATP 0x180 "satp";
    MSTATUS 0x300 "mstatus";
    MISA 0x301 "misa";
    MIE 0x304 "mie";
    MTVEC 0x305 "mtvec";
    MCOUNTEREN 0x306 "mcounteren";
    MSTATUSH 0x310 "mstatush";
    MCOUNTINHIBIT 0x320 "mcountinhibit";
    MSCRATCH 0x340 "mscratch";
    MEPC 0x341 "mepc";
    MCAUSE 0x342 "mcause";
    MTVAL 0x343 "mtval";
    MIP 0x344 "mip";
    PMPCFG0 0x3a0 "pmpcfg0";
    PMPCFG1 0x3a1 "pmpcfg1";
    PMPCFG2 0x3a2 "pmpcfg2";
    PMPCFG3 0x3a3 "pmpcfg3";
    PMPADDR0 0x3b0 "pmpaddr0";
    PMPADDR1 0x3b1 "pmpaddr1";
    PMPADDR2 0x3b2 "pmpaddr2";
    PMPADDR3 0x3b3 "pmpaddr3";
    PMPADDR4 0x3b4 "pmpaddr4";
    PMPADDR5 0x3b5 "pmpaddr5";
    PMPADDR6 0x3b6 "pmpaddr6";
    PMPADDR7 0x3b7 "pmpaddr7";
    PMPADDR8 0x3b8 "pmpaddr8";
    PMPADDR9 0x3b9 "pmpaddr9";
    PMPADDR10 0x3ba "pmpaddr10";
    PMPADDR11 0x3bb "pmpaddr11";
    PMPADDR12 0x3bc "pmpaddr12";
    PMPADDR13 0x3bd "pmpaddr13";
    PMPADDR14 0x3be "pmpaddr14";
    PMPADDR15 0x3bf "pmpaddr15";
    MCYCLE 0xb00 "mcycle";
    MINSTRET 0xb02 "minstret";
    MCYCLEH 0xb80 "mcycleh";
    MINSTRETH 0xb82 "minstreth";
    CYCLE 0xc00 "cycle";
    TIME 0xc01 "time";
    INSTRET 0xc02 "instret";
    CYCLEH 0xc80 "cycleh";
    TIMEH 0xc81 "timeh";
    INSTRETH 0xc82 "instreth";
    MVENDORID 0xf11 "mvendorid";
    MARCHID 0xf12 "marchid";
    MIMPID 0xf13 "mimpid";
    MHARTID 0xf14 "mhartid";
    MCONFIGPTR 0xf15 "mconfigptr";
}

/// Numbers of the hardware performance counters and event selectors, which read as zero here.
pub const MHPMCOUNTER: std::ops::RangeInclusive<u16> = 0xb03..=0xb1f;
pub const MHPMCOUNTERH: std::ops::RangeInclusive<u16> = 0xb83..=0xb9f;
pub const MHPMEVENT: std::ops::RangeInclusive<u16> = 0x323..=0x33f;

/// Do all writes to this register trap? True if bits 11 and 10 of the number are set.
pub const fn is_read_only(number: u16) -> bool {
    number >> 10 & 3 == 3
}
