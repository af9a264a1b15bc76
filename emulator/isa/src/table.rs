//! The table of operations: the single source of their identity, mnemonic, operands and class.

/// Calls `$callback!` with every operation of every group:
/// `group xlen extension { Op function "mnemonic" format class; … }`.
///
/// * `group` names the file of the hart that has the semantics, `function` the body in it. An
///   operation without semantics does not compile.
/// * `xlen` is the smallest register width that has the group.
/// * `extension` is a field of [`crate::Extensions`].
/// * `format` is a [`crate::Format`], `class` a [`crate::Class`].
///
/// Operations that `riscv-decode` decodes have its names.
#[macro_export]
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
            integer 32 i {
                Lui lui "lui" U Alu;
                Auipc auipc "auipc" U Alu;
                Addi addi "addi" I Alu;
                Slti slti "slti" I Alu;
                Sltiu sltiu "sltiu" I Alu;
                Xori xori "xori" I Alu;
                Ori ori "ori" I Alu;
                Andi andi "andi" I Alu;
                Slli slli "slli" Shift Shift;
                Srli srli "srli" Shift Shift;
                Srai srai "srai" Shift Shift;
                Add add "add" R Alu;
                Sub sub "sub" R Alu;
                Sll sll "sll" R Shift;
                Slt slt "slt" R Alu;
                Sltu sltu "sltu" R Alu;
                Xor xor "xor" R Alu;
                Srl srl "srl" R Shift;
                Sra sra "sra" R Shift;
                Or or "or" R Alu;
                And and "and" R Alu;
            }
            integer 64 i {
                Addiw addiw "addiw" I Alu;
                Slliw slliw "slliw" Shift Shift;
                Srliw srliw "srliw" Shift Shift;
                Sraiw sraiw "sraiw" Shift Shift;
                Addw addw "addw" R Alu;
                Subw subw "subw" R Alu;
                Sllw sllw "sllw" R Shift;
                Srlw srlw "srlw" R Shift;
                Sraw sraw "sraw" R Shift;
            }
            control 32 i {
                Jal jal "jal" J Jump;
                Jalr jalr "jalr" Jalr JumpRegister;
                Beq beq "beq" B Branch;
                Bne bne "bne" B Branch;
                Blt blt "blt" B Branch;
                Bge bge "bge" B Branch;
                Bltu bltu "bltu" B Branch;
                Bgeu bgeu "bgeu" B Branch;
            }
            memory 32 i {
                Lb lb "lb" Load Load;
                Lh lh "lh" Load Load;
                Lw lw "lw" Load Load;
                Lbu lbu "lbu" Load Load;
                Lhu lhu "lhu" Load Load;
                Sb sb "sb" Store Store;
                Sh sh "sh" Store Store;
                Sw sw "sw" Store Store;
                Fence fence "fence" Fence Fence;
            }
            memory 64 i {
                Lwu lwu "lwu" Load Load;
                Ld ld "ld" Load Load;
                Sd sd "sd" Store Store;
            }
            system 32 i {
                FenceI fence_i "fence.i" None FenceI;
                Ecall ecall "ecall" None System;
                Ebreak ebreak "ebreak" None System;
                Mret mret "mret" None System;
                Wfi wfi "wfi" None System;
                Csrrw csrrw "csrrw" Csr Csr;
                Csrrs csrrs "csrrs" Csr Csr;
                Csrrc csrrc "csrrc" Csr Csr;
                Csrrwi csrrwi "csrrwi" CsrImm Csr;
                Csrrsi csrrsi "csrrsi" CsrImm Csr;
                Csrrci csrrci "csrrci" CsrImm Csr;
            }
            muldiv 32 m {
                Mul mul "mul" R Mul;
                Mulh mulh "mulh" R Mul;
                Mulhsu mulhsu "mulhsu" R Mul;
                Mulhu mulhu "mulhu" R Mul;
                Div div "div" R Div;
                Divu divu "divu" R Div;
                Rem rem "rem" R Div;
                Remu remu "remu" R Div;
            }
            muldiv 64 m {
                Mulw mulw "mulw" R Mul;
                Divw divw "divw" R DivWord;
                Divuw divuw "divuw" R DivWord;
                Remw remw "remw" R DivWord;
                Remuw remuw "remuw" R DivWord;
            }
            atomic 32 a {
                LrW lr_w "lr.w" LoadReserved Atomic;
                ScW sc_w "sc.w" Amo Atomic;
                AmoswapW amoswap_w "amoswap.w" Amo Atomic;
                AmoaddW amoadd_w "amoadd.w" Amo Atomic;
                AmoxorW amoxor_w "amoxor.w" Amo Atomic;
                AmoandW amoand_w "amoand.w" Amo Atomic;
                AmoorW amoor_w "amoor.w" Amo Atomic;
                AmominW amomin_w "amomin.w" Amo Atomic;
                AmomaxW amomax_w "amomax.w" Amo Atomic;
                AmominuW amominu_w "amominu.w" Amo Atomic;
                AmomaxuW amomaxu_w "amomaxu.w" Amo Atomic;
            }
            atomic 64 a {
                LrD lr_d "lr.d" LoadReserved Atomic;
                ScD sc_d "sc.d" Amo Atomic;
                AmoswapD amoswap_d "amoswap.d" Amo Atomic;
                AmoaddD amoadd_d "amoadd.d" Amo Atomic;
                AmoxorD amoxor_d "amoxor.d" Amo Atomic;
                AmoandD amoand_d "amoand.d" Amo Atomic;
                AmoorD amoor_d "amoor.d" Amo Atomic;
                AmominD amomin_d "amomin.d" Amo Atomic;
                AmomaxD amomax_d "amomax.d" Amo Atomic;
                AmominuD amominu_d "amominu.d" Amo Atomic;
                AmomaxuD amomaxu_d "amomaxu.d" Amo Atomic;
            }
            single 32 f {
                Flw flw "flw" LoadF FpLoad;
                Fsw fsw "fsw" StoreF FpStore;
                Fmadds fmadd_s "fmadd.s" FffRound FpFma;
                Fmsubs fmsub_s "fmsub.s" FffRound FpFma;
                Fnmsubs fnmsub_s "fnmsub.s" FffRound FpFma;
                Fnmadds fnmadd_s "fnmadd.s" FffRound FpFma;
                Fadds fadd_s "fadd.s" FfRound FpAdd;
                Fsubs fsub_s "fsub.s" FfRound FpAdd;
                Fmuls fmul_s "fmul.s" FfRound FpMul;
                Fdivs fdiv_s "fdiv.s" FfRound FpDivSingle;
                Fsqrts fsqrt_s "fsqrt.s" FRound FpSqrtSingle;
                Fsgnjs fsgnj_s "fsgnj.s" Ff FpMove;
                Fsgnjns fsgnjn_s "fsgnjn.s" Ff FpMove;
                Fsgnjxs fsgnjx_s "fsgnjx.s" Ff FpMove;
                Fmins fmin_s "fmin.s" Ff FpCompare;
                Fmaxs fmax_s "fmax.s" Ff FpCompare;
                Fcvtws fcvt_w_s "fcvt.w.s" FToXRound FpConvert;
                Fcvtwus fcvt_wu_s "fcvt.wu.s" FToXRound FpConvert;
                Fmvxw fmv_x_w "fmv.x.w" FToX FpMove;
                Feqs feq_s "feq.s" FfToX FpCompare;
                Flts flt_s "flt.s" FfToX FpCompare;
                Fles fle_s "fle.s" FfToX FpCompare;
                Fclasss fclass_s "fclass.s" FToX FpMove;
                Fcvtsw fcvt_s_w "fcvt.s.w" XToFRound FpConvert;
                Fcvtswu fcvt_s_wu "fcvt.s.wu" XToFRound FpConvert;
                Fmvwx fmv_w_x "fmv.w.x" XToF FpMove;
            }
            single 64 f {
                Fcvtls fcvt_l_s "fcvt.l.s" FToXRound FpConvert;
                Fcvtlus fcvt_lu_s "fcvt.lu.s" FToXRound FpConvert;
                Fcvtsl fcvt_s_l "fcvt.s.l" XToFRound FpConvert;
                Fcvtslu fcvt_s_lu "fcvt.s.lu" XToFRound FpConvert;
            }
            double 32 d {
                Fld fld "fld" LoadF FpLoad;
                Fsd fsd "fsd" StoreF FpStore;
                Fmaddd fmadd_d "fmadd.d" FffRound FpFma;
                Fmsubd fmsub_d "fmsub.d" FffRound FpFma;
                Fnmsubd fnmsub_d "fnmsub.d" FffRound FpFma;
                Fnmaddd fnmadd_d "fnmadd.d" FffRound FpFma;
                Faddd fadd_d "fadd.d" FfRound FpAdd;
                Fsubd fsub_d "fsub.d" FfRound FpAdd;
                Fmuld fmul_d "fmul.d" FfRound FpMul;
                Fdivd fdiv_d "fdiv.d" FfRound FpDivDouble;
                Fsqrtd fsqrt_d "fsqrt.d" FRound FpSqrtDouble;
                Fsgnjd fsgnj_d "fsgnj.d" Ff FpMove;
                Fsgnjnd fsgnjn_d "fsgnjn.d" Ff FpMove;
                Fsgnjxd fsgnjx_d "fsgnjx.d" Ff FpMove;
                Fmind fmin_d "fmin.d" Ff FpCompare;
                Fmaxd fmax_d "fmax.d" Ff FpCompare;
                Fcvtsd fcvt_s_d "fcvt.s.d" FRound FpConvert;
                Fcvtds fcvt_d_s "fcvt.d.s" FExact FpConvert;
                Feqd feq_d "feq.d" FfToX FpCompare;
                Fltd flt_d "flt.d" FfToX FpCompare;
                Fled fle_d "fle.d" FfToX FpCompare;
                Fclassd fclass_d "fclass.d" FToX FpMove;
                Fcvtwd fcvt_w_d "fcvt.w.d" FToXRound FpConvert;
                Fcvtwud fcvt_wu_d "fcvt.wu.d" FToXRound FpConvert;
                Fcvtdw fcvt_d_w "fcvt.d.w" XToFExact FpConvert;
                Fcvtdwu fcvt_d_wu "fcvt.d.wu" XToFExact FpConvert;
            }
            double 64 d {
                Fcvtld fcvt_l_d "fcvt.l.d" FToXRound FpConvert;
                Fcvtlud fcvt_lu_d "fcvt.lu.d" FToXRound FpConvert;
                Fmvxd fmv_x_d "fmv.x.d" FToX FpMove;
                Fcvtdl fcvt_d_l "fcvt.d.l" XToFRound FpConvert;
                Fcvtdlu fcvt_d_lu "fcvt.d.lu" XToFRound FpConvert;
                Fmvdx fmv_d_x "fmv.d.x" XToF FpMove;
            }
            bitmanip 32 zba {
                Sh1add sh1add "sh1add" R Alu;
                Sh2add sh2add "sh2add" R Alu;
                Sh3add sh3add "sh3add" R Alu;
            }
            bitmanip 64 zba {
                AddUw add_uw "add.uw" R Alu;
                Sh1addUw sh1add_uw "sh1add.uw" R Alu;
                Sh2addUw sh2add_uw "sh2add.uw" R Alu;
                Sh3addUw sh3add_uw "sh3add.uw" R Alu;
                SlliUw slli_uw "slli.uw" Shift Shift;
            }
            bitmanip 32 zbb {
                Andn andn "andn" R Alu;
                Orn orn "orn" R Alu;
                Xnor xnor "xnor" R Alu;
                Clz clz "clz" Unary Alu;
                Ctz ctz "ctz" Unary Alu;
                Cpop cpop "cpop" Unary Alu;
                Max max "max" R Alu;
                Maxu maxu "maxu" R Alu;
                Min min "min" R Alu;
                Minu minu "minu" R Alu;
                SextB sext_b "sext.b" Unary Alu;
                SextH sext_h "sext.h" Unary Alu;
                ZextH zext_h "zext.h" Unary Alu;
                Rol rol "rol" R Shift;
                Ror ror "ror" R Shift;
                Rori rori "rori" Shift Shift;
                OrcB orc_b "orc.b" Unary Alu;
                Rev8 rev8 "rev8" Unary Alu;
            }
            bitmanip 64 zbb {
                Clzw clzw "clzw" Unary Alu;
                Ctzw ctzw "ctzw" Unary Alu;
                Cpopw cpopw "cpopw" Unary Alu;
                Rolw rolw "rolw" R Shift;
                Rorw rorw "rorw" R Shift;
                Roriw roriw "roriw" Shift Shift;
            }
            bitmanip 32 zbs {
                Bclr bclr "bclr" R Shift;
                Bclri bclri "bclri" Shift Shift;
                Bext bext "bext" R Shift;
                Bexti bexti "bexti" Shift Shift;
                Binv binv "binv" R Shift;
                Binvi binvi "binvi" Shift Shift;
                Bset bset "bset" R Shift;
                Bseti bseti "bseti" Shift Shift;
            }
        }
    };
}
