/* The tools of GASNet-1: properties of compiler and platform, annotations of functions, and barriers that keep the compiler
   from moving loads and stores. The compiler is always GCC. */
#ifndef GASNET_COMPILER_H
#define GASNET_COMPILER_H

/* C90 has no macros with any number of arguments. As a system header, this file may use them. */
#pragma GCC system_header

#ifndef _STRINGIFY
#define _STRINGIFY_TEXT(text) #text
#define _STRINGIFY(text) _STRINGIFY_TEXT(text)
#endif
#ifndef _CONCAT
#define _CONCAT_TEXT(a, b) a##b
#define _CONCAT(a, b) _CONCAT_TEXT(a, b)
#endif

/* ---- Platform. Other names of the form PLATFORM_… are 0 in #if, as they should be. */

#define PLATFORM_COMPILER_GNU 1
#define PLATFORM_COMPILER_GNU_C 1
#define PLATFORM_COMPILER_FAMILYNAME GNU
#define PLATFORM_COMPILER_VERSION_STR __VERSION__
#define PLATFORM_OS_UNKNOWN 1
#define PLATFORM_OS_FAMILYNAME UNKNOWN
#define PLATFORM_ARCH_RISCV 1
#define PLATFORM_ARCH_FAMILYNAME RISCV
#define PLATFORM_ARCH_LITTLE_ENDIAN 1
#if __SIZEOF_POINTER__ == 8
#define PLATFORM_ARCH_64 1
#define GASNETT_SYSTEM_TUPLE "riscv64-unknown-elf"
#else
#define PLATFORM_ARCH_32 1
#define GASNETT_SYSTEM_TUPLE "riscv32-unknown-elf"
#endif

#define gasnett_isLittleEndian() 1

/* ---- Annotations */

#define GASNETT_INLINE(function) static __inline __attribute__((__always_inline__, __unused__))
#define GASNETT_PLEASE_INLINE(function) static __inline __attribute__((__unused__))
#define GASNETT_NEVER_INLINE(function, declaration) __attribute__((__noinline__)) declaration
#define GASNETT_RESTRICT __restrict
#define GASNETT_FORMAT_PRINTF(function, format, first, declaration) __attribute__((__format__(__printf__, format, first))) declaration
#define GASNETT_FORMAT_PRINTF_FUNCPTR(function, format, first, declaration) \
    __attribute__((__format__(__printf__, format, first))) declaration
#define GASNETT_NORETURN __attribute__((__noreturn__))
#define GASNETT_NORETURNP(function)
#define GASNETT_MALLOC __attribute__((__malloc__))
#define GASNETT_MALLOCP(function)
#define GASNETT_PURE __attribute__((__pure__))
#define GASNETT_PUREP(function)
#define GASNETT_CONST __attribute__((__const__))
#define GASNETT_CONSTP(function)
#define GASNETT_HOT __attribute__((__hot__))
#define GASNETT_COLD __attribute__((__cold__))
#define GASNETT_DEPRECATED __attribute__((__deprecated__))
#define GASNETT_WARN_UNUSED_RESULT __attribute__((__warn_unused_result__))
#define GASNETT_USED __attribute__((__used__))
#define GASNETT_UNUSED __attribute__((__unused__))
#define GASNETT_PREDICT_TRUE(condition) __builtin_expect(!!(condition), 1)
#define GASNETT_PREDICT_FALSE(condition) __builtin_expect(!!(condition), 0)
#define gasnett_constant_p(value) __builtin_constant_p(value)
#define GASNETT_CURRENT_FUNCTION __func__

#define if_pt(condition) if (GASNETT_PREDICT_TRUE(condition))
#define if_pf(condition) if (GASNETT_PREDICT_FALSE(condition))

#ifdef __cplusplus
#define GASNETT_BEGIN_EXTERNC extern "C" {
#define GASNETT_END_EXTERNC }
#define GASNETT_EXTERNC extern "C"
#else
#define GASNETT_BEGIN_EXTERNC
#define GASNETT_END_EXTERNC
#define GASNETT_EXTERNC extern
#endif

/* Keeps a text in the executable. */
#define GASNETT_IDENT(name, text)                                        \
    extern char name[];                                                  \
    char name[] __attribute__((__used__)) = text

/* ---- Memory barriers: the hart performs loads and stores in program order, so they restrain the compiler only. */

#define gasnett_compiler_fence() __asm__ volatile("" ::: "memory")
#define gasnett_local_wmb() gasnett_compiler_fence()
#define gasnett_local_rmb() gasnett_compiler_fence()
#define gasnett_local_mb() gasnett_compiler_fence()
#define gasnett_local_membar() gasnett_compiler_fence()
#define gasnett_weak_wmb() gasnett_compiler_fence()
#define gasnett_weak_rmb() gasnett_compiler_fence()
#define gasnett_weak_mb() gasnett_compiler_fence()
#define GASNETT_MEMBAR_CONFIG membars_compiler
#define gasnett_spinloop_hint() gasnett_compiler_fence()

#endif
