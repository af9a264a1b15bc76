//! The names of compressed instructions.

macro_rules! define_compressed {
    ($($name:ident $text:literal;)*) => {
        /// The identity of a compressed instruction, kept beside its expansion.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Compressed { $($name,)* }

        impl Compressed {
            /// Assembly mnemonic.
            pub const fn mnemonic(self) -> &'static str {
                match self { $(Compressed::$name => $text,)* }
            }
        }
    };
}

define_compressed! {
    Addi4spn "c.addi4spn";
    Fld "c.fld";
    Lw "c.lw";
    Flw "c.flw";
    Ld "c.ld";
    Fsd "c.fsd";
    Sw "c.sw";
    Fsw "c.fsw";
    Sd "c.sd";
    Addi "c.addi";
    Jal "c.jal";
    Addiw "c.addiw";
    Li "c.li";
    Addi16sp "c.addi16sp";
    Lui "c.lui";
    Srli "c.srli";
    Srai "c.srai";
    Andi "c.andi";
    Sub "c.sub";
    Xor "c.xor";
    Or "c.or";
    And "c.and";
    Subw "c.subw";
    Addw "c.addw";
    J "c.j";
    Beqz "c.beqz";
    Bnez "c.bnez";
    Slli "c.slli";
    Fldsp "c.fldsp";
    Lwsp "c.lwsp";
    Flwsp "c.flwsp";
    Ldsp "c.ldsp";
    Jr "c.jr";
    Mv "c.mv";
    Ebreak "c.ebreak";
    Jalr "c.jalr";
    Add "c.add";
    Fsdsp "c.fsdsp";
    Swsp "c.swsp";
    Fswsp "c.fswsp";
    Sdsp "c.sdsp";
}
