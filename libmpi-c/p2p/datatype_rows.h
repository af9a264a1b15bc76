// The predefined datatypes (MPI 5.0 §3.2.2, §6.9.4; handles of the ABI, chapter 20), one row each. The file that includes this
// defines ENTRY(size, extent, class), which turns a row into what it needs.
#define AT(handle) [(handle) - P2P_DATATYPE_FIRST]
#define OPAQUE(bytes) ENTRY(bytes, bytes, P2P_OPAQUE)
#define BY_SIZE(type, c8, c16, c32, c64) \
    ENTRY(sizeof(type), sizeof(type), sizeof(type) == 1 ? c8 : sizeof(type) == 2 ? c16 : sizeof(type) == 4 ? c32 : c64)
#define SIGNED(type) BY_SIZE(type, P2P_I8, P2P_I16, P2P_I32, P2P_I64)
#define UNSIGNED(type) BY_SIZE(type, P2P_U8, P2P_U16, P2P_U32, P2P_U64)
#define LOGICAL(type) BY_SIZE(type, P2P_LOGICAL8, P2P_LOGICAL16, P2P_LOGICAL32, P2P_LOGICAL64)
#define OTHER(type, class) ENTRY(sizeof(type), sizeof(type), class)
// The size of a pair does not include its padding; its extent does.
#define PAIR(first, second, class) ENTRY(sizeof(first) + sizeof(second), sizeof(struct { first a; second b; }), class)

AT(0x201) = SIGNED(MPI_Aint),
AT(0x202) = SIGNED(MPI_Count),
AT(0x203) = SIGNED(MPI_Offset),
AT(0x207) = OPAQUE(1),  // MPI_PACKED
AT(0x208) = SIGNED(short),
AT(0x209) = SIGNED(int),
AT(0x20a) = SIGNED(long),
AT(0x20b) = SIGNED(long long),
AT(0x20c) = UNSIGNED(unsigned short),
AT(0x20d) = UNSIGNED(unsigned),
AT(0x20e) = UNSIGNED(unsigned long),
AT(0x20f) = UNSIGNED(unsigned long long),
AT(0x210) = OTHER(float, P2P_FLOAT),
AT(0x212) = OTHER(float complex, P2P_FLOAT_COMPLEX),
AT(0x213) = OTHER(float complex, P2P_FLOAT_COMPLEX),  // MPI_CXX_FLOAT_COMPLEX
AT(0x214) = OTHER(double, P2P_DOUBLE),
AT(0x216) = OTHER(double complex, P2P_DOUBLE_COMPLEX),
AT(0x217) = OTHER(double complex, P2P_DOUBLE_COMPLEX),  // MPI_CXX_DOUBLE_COMPLEX
AT(0x218) = LOGICAL(int32_t),                           // MPI_LOGICAL and the other names of Fortran
AT(0x219) = SIGNED(int32_t),
AT(0x21a) = OTHER(float, P2P_FLOAT),
AT(0x21b) = OTHER(float complex, P2P_FLOAT_COMPLEX),
AT(0x21c) = OTHER(double, P2P_DOUBLE),
AT(0x21d) = OTHER(double complex, P2P_DOUBLE_COMPLEX),
AT(0x21e) = OPAQUE(1),  // MPI_CHARACTER
AT(0x220) = OTHER(long double, P2P_LONG_DOUBLE),
AT(0x224) = OTHER(long double complex, P2P_LONG_DOUBLE_COMPLEX),
AT(0x225) = OTHER(long double complex, P2P_LONG_DOUBLE_COMPLEX),  // MPI_CXX_LONG_DOUBLE_COMPLEX
AT(0x228) = PAIR(float, int, P2P_FLOAT_INT),
AT(0x229) = PAIR(double, int, P2P_DOUBLE_INT),
AT(0x22a) = PAIR(long, int, P2P_LONG_INT),
AT(0x22b) = PAIR(int, int, P2P_2INT),
AT(0x22c) = PAIR(short, int, P2P_SHORT_INT),
AT(0x22d) = PAIR(long double, int, P2P_LONG_DOUBLE_INT),
AT(0x230) = PAIR(float, float, P2P_2FLOAT),     // MPI_2REAL
AT(0x231) = PAIR(double, double, P2P_2DOUBLE),  // MPI_2DOUBLE_PRECISION
AT(0x232) = PAIR(int, int, P2P_2INT),           // MPI_2INTEGER
AT(0x238) = LOGICAL(bool),
AT(0x239) = LOGICAL(bool),  // MPI_CXX_BOOL
AT(0x23c) = OPAQUE(sizeof(wchar_t)),
AT(0x240) = SIGNED(int8_t),
AT(0x241) = UNSIGNED(uint8_t),
// MPI_CHAR is for printable characters, and the standard gives it no reduction. Programs reduce it nevertheless.
AT(0x243) = ENTRY(1, 1, (char)-1 < 0 ? P2P_I8 : P2P_U8),
AT(0x244) = SIGNED(signed char),
AT(0x245) = UNSIGNED(unsigned char),
AT(0x247) = ENTRY(1, 1, P2P_BYTE),
AT(0x248) = SIGNED(int16_t),
AT(0x249) = UNSIGNED(uint16_t),
AT(0x250) = SIGNED(int32_t),
AT(0x251) = UNSIGNED(uint32_t),
AT(0x258) = SIGNED(int64_t),
AT(0x259) = UNSIGNED(uint64_t),
// Fortran's types by width.
AT(0x2c0) = LOGICAL(int8_t),
AT(0x2c1) = SIGNED(int8_t),
AT(0x2c8) = LOGICAL(int16_t),
AT(0x2c9) = SIGNED(int16_t),
AT(0x2ca) = OPAQUE(2),
AT(0x2d0) = LOGICAL(int32_t),
AT(0x2d1) = SIGNED(int32_t),
AT(0x2d2) = OTHER(float, P2P_FLOAT),
AT(0x2d3) = OPAQUE(4),
AT(0x2d8) = LOGICAL(int64_t),
AT(0x2d9) = SIGNED(int64_t),
AT(0x2da) = OTHER(double, P2P_DOUBLE),
AT(0x2db) = OTHER(float complex, P2P_FLOAT_COMPLEX),
AT(0x2e0) = OPAQUE(16),
AT(0x2e1) = OPAQUE(16),
AT(0x2e2) = OTHER(long double, P2P_LONG_DOUBLE),
AT(0x2e3) = OTHER(double complex, P2P_DOUBLE_COMPLEX),
AT(0x2eb) = OTHER(long double complex, P2P_LONG_DOUBLE_COMPLEX),

#undef AT
#undef OPAQUE
#undef BY_SIZE
#undef SIGNED
#undef UNSIGNED
#undef LOGICAL
#undef OTHER
#undef PAIR
