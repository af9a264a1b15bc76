//! Options that mean nothing to a program of one static file for one processor, so that gcc does not
//! get them. Its bare-metal build refuses most of them.

/// Options for hosts with threads, shared objects or several word sizes. "native" is the platform.
const OPTIONS: &[&str] = &[
    "-pie",
    "-no-pie",
    "-static-pie",
    "-rdynamic",
    "-march=native",
    "-mtune=native",
    "-mcpu=native",
    "-mtune=generic",
    "-mcmodel=medium",
    "-mcmodel=large",
    "-fbacktrace",
    "-m32",
    "-m64",
];

/// The choice of a linker, and options that permit instructions of x86-64. A program that asks for such
/// instructions itself, in assembly or by `<immintrin.h>`, does not compile in any case.
const BEGINNINGS: &[&str] = &[
    "-fuse-ld=",
    "-fcf-protection",
    "-msse",
    "-mssse3",
    "-mavx",
    "-mfma",
    "-mbmi",
    "-mpopcnt",
    "-mfpmath=",
    "-mprefer-vector-width=",
];

/// Beginnings of the names of processors of x86-64, for `-march=` and `-mtune=`.
const PROCESSORS: &[&str] = &[
    "x86-64",
    "core",
    "nehalem",
    "westmere",
    "sandybridge",
    "ivybridge",
    "haswell",
    "broadwell",
    "skylake",
    "cascadelake",
    "icelake",
    "sapphirerapids",
    "knl",
    "k8",
    "opteron",
    "bdver",
    "znver",
];

/// Options of the linker about shared objects, `true` if a value may follow as the next word.
const LINKER: &[(&str, bool)] = &[
    ("--enable-new-dtags", false),
    ("--disable-new-dtags", false),
    ("--eh-frame-hdr", false),
    ("--hash-style", true),
    ("--exclude-libs", true),
    ("--pie", false),
    ("-pie", false),
];

/// Is the option dropped?
pub(super) fn is_dropped(option: &str) -> bool {
    let begins = |text: &str, beginnings: &[&str]| beginnings.iter().any(|beginning| text.starts_with(beginning));
    let processor = option.strip_prefix("-march=").or_else(|| option.strip_prefix("-mtune="));
    OPTIONS.contains(&option) || begins(option, BEGINNINGS) || processor.is_some_and(|name| begins(name, PROCESSORS))
}

/// The words of `-Wl,…` that are not dropped, as such an option. None if no word is left.
pub(super) fn for_linker(words: &str) -> Option<String> {
    let mut kept = Vec::new();
    let mut rest = words.split(',');
    while let Some(word) = rest.next() {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        match LINKER.iter().find(|(dropped, _)| *dropped == name) {
            Some((_, has_value)) if *has_value && name == word => {
                rest.next();
            }
            Some(_) => {}
            None => kept.push(word),
        }
    }
    (!kept.is_empty()).then(|| format!("-Wl,{}", kept.join(",")))
}
