//! Bad input ends within seconds with one clear message and its documented exit code.

use rankine_tests::lists::bad_rows;
use rankine_tests::{Output, built, check_rows, rankine, root, run, scratch};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Time limit for each bad input, compilation included.
const LIMIT: Duration = Duration::from_secs(60);

fn complain(what: &str, output: &Output, code: i32, stderr: &[String], stdout: &[String]) -> Result<(), String> {
    let missing = |text: &str, words: &[String]| {
        let text = text.to_lowercase();
        words.iter().filter(|word| !text.contains(&word.to_lowercase())).cloned().collect::<Vec<_>>()
    };
    let (missing_err, missing_out) = (missing(&output.stderr, stderr), missing(&output.stdout, stdout));
    let panicked = output.stderr.contains("panicked at");
    if output.code == code && missing_err.is_empty() && missing_out.is_empty() && !panicked && output.elapsed < LIMIT {
        return Ok(());
    }
    Err(format!(
        "{what}: exit {} instead of {code} after {:?}; missing on stderr {missing_err:?}, on stdout {missing_out:?}\n\
         stdout: {}\nstderr: {}",
        output.code, output.elapsed, output.stdout, output.stderr
    ))
}

/// The head of each program in `bad/` says how to run it, and what the run must give.
#[test]
fn programs() {
    let directory = scratch("bad-programs");
    check_rows(&bad_rows(), |row| {
        let name = row.file.to_string_lossy();
        let words: Vec<&str> = row.options.iter().chain(&row.arguments).map(String::as_str).collect();
        let (options, arguments) = words.split_at(row.options.len());
        let output = rankine(&directory, &[&["run"], options, &[&name], arguments].concat());
        complain(&format!("{name} ({})", words.join(" ")), &output, row.code, &row.stderr, &row.stdout)
    });
}

/// Gateways with a routing loop: packets for board 2 go from board 1 through boards 2 and 0 back to board 1.
const ROUND: &str = "base = 'tmd-3x3'
[tmd]
gateways = [
{ board = 1, to = 0, lane = 0, channels = [{ node = 3, low = 3, high = 3 }, { node = 4, low = 4, high = 4 }, \
{ node = 5, low = 5, high = 5 }, { gateway = 2, low = 6, high = 8 }] },
{ board = 1, to = 2, lane = 0, channels = [{ node = 3, low = 3, high = 3 }, { node = 4, low = 4, high = 4 }, \
{ node = 5, low = 5, high = 5 }, { gateway = 0 }] },
{ board = 2, to = 1, lane = 0, channels = [{ node = 6 }, { node = 7 }, { node = 8 }, { gateway = 0, low = 6, high = 8 }] },
{ board = 2, to = 0, lane = 0, channels = [{ node = 6, low = 6, high = 6 }, { node = 7, low = 7, high = 7 }, \
{ node = 8, low = 8, high = 8 }, { gateway = 1 }] },
{ board = 0, to = 2, lane = 0, channels = [{ node = 0, low = 0, high = 0 }, { node = 1, low = 1, high = 1 }, \
{ node = 2, low = 2, high = 2 }, { gateway = 1, low = 6, high = 8 }] },
{ board = 0, to = 1, lane = 0, channels = [{ node = 0, low = 0, high = 0 }, { node = 1, low = 1, high = 1 }, \
{ node = 2, low = 2, high = 2 }, { gateway = 2 }] }]
";

/// Files that are no programs, and programs that do not fit the machine.
#[test]
fn files_and_options() {
    let directory = scratch("bad-files");
    let write = |name: &str, bytes: &[u8]| std::fs::write(directory.join(name), bytes).expect("scratch is writable");
    let hello = root().join("apps/hello.c").display().to_string();
    let compile = |words: &[&str]| {
        let output = rankine(&directory, words);
        assert_eq!(output.code, 0, "{words:?}: {}", output.stderr);
    };
    compile(&["cc", "-o", "hello.elf", &hello]);
    let good = std::fs::read(directory.join("hello.elf")).expect("just compiled");
    write("text.elf", b"this is not a program\n");
    write("empty.elf", b"");
    write("again", b"--configfile=again\n");
    write("short.elf", &good[..good.len() / 20]);
    write("head.elf", &good[..40]);
    std::fs::copy("/proc/self/exe", directory.join("x86.elf")).expect("an x86 program");
    bare_program(&directory, "rv32.elf", "rv32imac", "ilp32", 0x1080_0000);
    bare_program(&directory, "far.elf", "rv64imac", "lp64", 0x70_0000_0000);
    write("unknown.toml", b"[ni]\ncommand_fifoo = 3\n");
    write("syntax.toml", b"[ni\n");
    write("section.toml", b"[nocc]\nx = 1\n");
    compile(&["cc", "--platform", "tmd-simple", "-o", "tmd.elf", &hello]);
    write("netif.toml", b"base = 'tmd-3x3'\n[tmd]\nnetif = 'selectiv'\n");
    compile(&["cc", "--platform", "tmd-9", "-o", "float.elf", &hello]);
    write("engine.toml", ENGINE.as_bytes());
    write("engine0.toml", ENGINE.replace("kind = 'mb', mpe = false", "kind = 'engine', mpe = true").as_bytes());
    write("base.toml", b"base = 'tmd-9:9uB_FPU_FPU'\n");
    write("kinds.toml", b"base = 'tmd-45'\n[tmd]\nppc = { isa = 'rv32im', profile = 'ppc40', fsl_extra_cycles = 8 }\n");
    write("board.toml", b"base = 'tmd-9'\n[tmd]\nboards = 2\nboard_links = 0\n");
    write("round.toml", ROUND.as_bytes());
    for name in ["pipe", "pipe.c", "pipe.toml", "pipe.pams", "lab.toml"] {
        assert_eq!(run(Command::new("mkfifo").arg(name).current_dir(&directory), "").code, 0, "{name}");
    }
    let _socket = std::os::unix::net::UnixListener::bind(directory.join("socket.c")).expect("scratch is writable");
    std::fs::create_dir(directory.join("directory.c")).expect("scratch is writable");
    std::os::unix::fs::symlink("/dev/zero", directory.join("zero.c")).expect("scratch is writable");
    write("quotes", b"-n 1 hello.elf\n-n 1 hello.elf 'a b\n");
    write("big.c", b"char grid[70 << 20];\nint main(int count, char **words) { return words == 0 && grid[count]; }\n");
    let rows: &[(&str, &[&str])] = &[
        ("run nothing.elf", &["nothing.elf", "cannot be read"]),
        ("run nothing.c", &["nothing.c"]),
        ("run text.elf", &["text.elf", "not an ELF file"]),
        ("run empty.elf", &["empty.elf", "not an ELF file"]),
        ("run short.elf", &["short.elf", "truncated"]),
        ("run head.elf", &["head.elf", "truncated"]),
        ("run x86.elf", &["x86.elf", "X86_64", "rankine cc"]),
        ("run .", &["is not a file"]),
        ("run --platform manycore rv32.elf", &["32-bit", "64-bit", "manycore"]),
        ("run --platform manycore far.elf", &["outside memory", "0x6ffffff000"]),
        ("run -n 2 far.elf", &["more than platform bare holds", "manycore"]),
        ("run --platform bare hello.elf", &["channel `rdma`", "no MPI channel"]),
        ("run --platform bare --set second.isa=rv32im far.elf", &["processor `second`", "[second]", "--firmware FILE"]),
        ("run --firmware far.elf hello.elf", &["far.elf", "have one processor", "leave --firmware out"]),
        (
            "run --platform bare --set second.isa=rv32im --firmware far.elf far.elf",
            &["far.elf", "64-bit", "rv32im", "give the C file"],
        ),
        (
            "run --platform bare --set second.isa=rv32imac --firmware rv32.elf far.elf",
            &["rv32.elf", "0xc0000000 to 0xc0100000", "second.memory_bytes"],
        ),
        ("run -n 0 hello.elf", &["zero ranks"]),
        ("run -n 5000 hello.elf", &["5000 ranks", "1024"]),
        ("run -n many hello.elf", &["not a number"]),
        ("run -n 4", &["no program given"]),
        ("run --platfrom x hello.elf", &["did you mean `platform`"]),
        ("run --platform manycor hello.elf", &["did you mean `manycore`"]),
        ("run --platform /dev/zero hello.elf", &["cannot read platform file /dev/zero", "not a regular file"]),
        ("run --platform ./pipe.toml hello.elf", &["cannot read platform file ./pipe.toml", "not a regular file"]),
        ("run -configfile pipe", &["-configfile: pipe is not a regular file"]),
        ("run -configfile quotes", &["-configfile quotes: line 2: a quote has no closing quote"]),
        ("run pipe.c", &["pipe.c: is not a regular file"]),
        ("run zero.c", &["zero.c: is not a regular file"]),
        ("run directory.c", &["directory.c: is a directory"]),
        ("run socket.c", &["socket.c: is not a regular file"]),
        ("run --platform bare --set second.isa=rv32im --firmware zero.c far.elf", &["zero.c: is not a regular file"]),
        ("run --platform gas pipe.pams", &["pipe.pams is not a regular file"]),
        ("pams pipe.pams", &["pipe.pams is not a regular file"]),
        ("grade . hello.elf", &["lab.toml is not a regular file"]),
        ("run --quiet=false hello.elf", &["--quiet takes no value"]),
        ("run --mpi=pmix hello.elf", &["--mpi takes no value"]),
        ("run --phase=x hello.elf", &["did you mean `phases`"]),
        ("run -n 4000000000 -outfile-pattern o%r hello.elf", &["4000000000 ranks are more than"]),
        ("run --platform none.toml hello.elf", &["cannot read platform file none.toml"]),
        ("run --platform unknown.toml hello.elf", &["unknown key ni.command_fifoo", "did you mean `command_fifo`"]),
        ("run --platform syntax.toml hello.elf", &["syntax.toml"]),
        ("run --platform section.toml hello.elf", &["unknown section [nocc]", "did you mean `noc`"]),
        ("run --set ni.command_fifo=lots hello.elf", &["command_fifo"]),
        ("run --set ni hello.elf", &["section.key=value"]),
        ("run --stats /nowhere/stats.json hello.elf", &["/nowhere/stats.json"]),
        ("run -outfile-pattern /nowhere/%r hello.elf", &["/nowhere/"]),
        ("run --dir /nowhere hello.elf", &["/nowhere"]),
        ("run --set memory.stack_bytes=200003584 hello.elf", &["overlap", "map.scratchpad"]),
        ("run --set memory.bytes=1000001 hello.elf", &["multiples of 4096"]),
        ("run --set memory.bytes=1GB hello.elf", &["multiples of 4096", "GB are powers of 1000"]),
        ("run --set hart.profile=mb5 hello.elf", &["timing.amo = 0", "profile mb5", "extension A", "hart.isa"]),
        ("run --set hart.profile=mb6 hello.elf", &["unknown hart.profile `mb6`", "mb5"]),
        ("run --set caches.l1d_ways=3 hello.elf", &["caches.l1d_bytes = 32768", "l1d_ways (3)"]),
        ("run --set caches.l2_line_bytes=16 hello.elf", &["caches.l2_line_bytes = 16"]),
        ("run --set timing.issue_width=0 hello.elf", &["timing.issue_width = 0"]),
        ("run --set timing.window=0 hello.elf", &["timing.window = 0"]),
        (
            "run --set timing.window=16 --set ddr.contention=true hello.elf",
            &["ddr.contention = true", "timing.window=1", "ddr.contention=false"],
        ),
        (
            "run --set caches.memory_banks=4 --set ddr.contention=true hello.elf",
            &["ddr.contention = true", "caches.memory_banks=0", "ddr.contention=false"],
        ),
        ("run --set caches.misses_outstanding=0 hello.elf", &["caches.misses_outstanding = 0", "1 to 64"]),
        ("run --set caches.memory_banks=1025 hello.elf", &["caches.memory_banks = 1025", "1024"]),
        (
            "run --set caches.memory_banks=4 --set caches.memory_row_bytes=32 hello.elf",
            &["caches.memory_row_bytes = 32", "line_bytes = 64"],
        ),
        (
            "run --set caches.memory_banks=4 --set caches.memory_row_bytes=3000 hello.elf",
            &["caches.memory_row_bytes = 3000", "power of two"],
        ),
        ("run --set caches.memory_read_cycles=9999999999 hello.elf", &["caches.memory_read_cycles"]),
        ("run --set map.scratchpad=0x2000000 hello.elf", &["overlap", "map.ni_registers"]),
        (
            "run --set memory.bytes=0xf0000000 hello.elf",
            &["0x10000000 to 0x100800000", "overlaps the global addresses (0x100000000", "make memory.bytes smaller"],
        ),
        (
            "run --set memory.bytes=0xf0000000 --set map.global_base=0x200000000 hello.elf",
            &["ends at 0x100800000", "map.node_stride (0x100000000)"],
        ),
        ("run --set ni.noc_mode=wide hello.elf", &["unknown variant `wide`", "`measured` or `narrow32`"]),
        ("run --set ni.shuffle_packets=7 hello.elf", &["shuffle_packets = 7", "boolean"]),
        ("run --set ni.word_bytes=0 hello.elf", &["ni.word_bytes must be 4 or 8"]),
        ("run --set host.stretch_cycles=4294967296 hello.elf", &["host.stretch_cycles"]),
        ("run -n 4294967295 hello.elf : -n 2 hello.elf", &["4294967297 ranks"]),
        ("run -n 0 hello.elf : -n 2 hello.elf", &["zero ranks"]),
        ("run --threads 0 hello.elf", &["give 1 to 256"]),
        ("run --keep-max 0 hello.elf", &["--keep-max 0: not a size", "300M, 2GB or 4GiB"]),
        ("run --keep-max much hello.elf", &["--keep-max much: not a size", "300M, 2GB or 4GiB"]),
        ("run --keep-max 1.5 hello.elf", &["--keep-max 1.5: not a size"]),
        ("run --keep-max", &["--keep-max needs a value"]),
        ("run --max-written much hello.elf", &["--max-written much: not a size", "300M, 2GB or 4GiB"]),
        ("run --set memory.bytes=4096 hello.elf", &["outside memory", "memory.bytes"]),
        (
            "run --platform round.toml hello.elf",
            &[
                "of rank 3 for rank 6 would go round for ever",
                "NetIf of board 1's gateway 0 to board 0",
                "change the channels",
            ],
        ),
        ("run --platform tmd-45 big.c", &["is larger than a node's memory", "memory.bytes"]),
        ("run --trace perfeto=x hello.elf", &["there is no format perfeto", "did you mean `perfetto`", "paraver"]),
        ("run --trace perfetto hello.elf", &["give FORMAT=FILE"]),
        ("run --trace commit=/nowhere/x,rank=0 hello.elf", &["cannot write /nowhere/x", "--trace"]),
        ("run --trace paraver=x,from=main hello.elf", &["only commit, spike and kanata take symbols"]),
        ("run -n 2 --trace commit=x hello.elf", &["ranks 0 to 1 would write one file", "%r"]),
        ("run -n 2 --trace commit=x,rank=2 hello.elf", &["there is no rank 2"]),
        ("run --trace commit=x --trace spike=x hello.elf", &["two outputs would write x"]),
        ("run --trace commit=x,from=mian hello.elf", &["no symbol mian", "did you mean `main`"]),
        ("run --trace commit=/dev/full hello.elf", &["--trace /dev/full", "No space left", "lost"]),
        ("run --trace perfetto=/dev/full hello.elf", &["--trace /dev/full", "No space left"]),
        ("run hello.elf : -wdir / hello.elf", &["-wdir", "all programs start in the same directory"]),
        ("run -configfile again", &["again: a file of programs cannot name another"]),
        ("run --set hart.clock_hz=4294967296 hello.elf", &["hart.clock_hz", "4294967295"]),
        ("run -outfile-pattern o -errfile-pattern o hello.elf", &["two outputs would write o"]),
        ("run -outfile-pattern o%r --stats o0 hello.elf", &["two outputs would write o0"]),
        ("run --report /dev/full hello.elf", &["--report", "No space left"]),
        ("run --stats /dev/full hello.elf", &["--stats", "No space left"]),
        ("run --profile=hello.elf hello.elf", &["cannot make the directory hello.elf"]),
        ("annotate -i nowhere", &["nowhere/profile.json", "rankine run --profile"]),
        ("annotate --input . main", &["./profile.json"]),
        ("diff nowhere.json hello.elf", &["nowhere.json", "rankine run --stats FILE"]),
        ("diff hello.elf hello.elf", &["hello.elf is not text"]),
        ("diff text.elf text.elf", &["text.elf has no statistics of a run", "line 1"]),
        ("diff . .", &["has neither stats.json nor profile.json", "--profile=. --stats ./stats.json"]),
        ("diff hello.elf", &["<B>"]),
        ("describe manycor", &["did you mean `manycore`"]),
        ("frobnicate", &["frobnicate"]),
        ("cc --platform manycor x.c", &["manycor"]),
        ("cc --library", &["--library needs NAME=VALUE"]),
        ("cc --library RINGS_SLOT=4 --platform sarc x.c", &["no parameter RINGS_SLOT", "did you mean `RINGS_SLOTS`"]),
        ("cc --library RINGS_SLOTS=4 x.c", &["for manycore has no parameter RINGS_SLOTS", "P2P_EAGER_LIMIT"]),
        ("cc --library RINGS_SLOTS=many --platform sarc x.c", &["write RINGS_SLOTS=NUMBER"]),
        ("cc --library MATCH=hsh x.c", &["write MATCH=NAME", "did you mean `hash`", "hash, list"]),
        ("cc --library MATCH x.c", &["write MATCH=NAME"]),
        ("cc --library MATCH_HASH_BITS=4 x.c", &["no parameter MATCH_HASH_BITS"]),
        ("cc --library RINGS_SLOTS=3 --platform sarc x.c", &["RINGS_SLOTS: a power of two"]),
        ("run --library RINGS_READ=0 --platform sarc hello.elf", &["hello.elf has its library already", "rankine cc"]),
        ("run --library RINGS_REED=0 --platform sarc x.c", &["no parameter RINGS_REED", "did you mean `RINGS_READ`"]),
        ("run --set platform.channel=nope x.c", &["no channel 'nope'", "nic, rdma, rings"]),
        ("repro sarc --csv nowhere/k.csv", &["cannot write nowhere/k.csv"]),
        ("repro alpu --curves nowhere/a.csv", &["cannot write nowhere/a.csv"]),
        ("repro sark", &["sark", "sarc"]),
        ("repro sarc --rows K2,K99", &["there is no row `K99`", "K1 K2"]),
        ("repro sarc --set caches.l1_bytes=1", &["l1_bytes", "did you mean"]),
        ("repro tmd --set rubbish", &["rubbish"]),
        ("run -n 17 --platform sarc hello.elf", &["17 ranks are more than platform sarc holds (16)"]),
        ("run --platform netif.toml tmd.elf", &["platform netif.toml", "unknown variant `selectiv`", "`broadcast`"]),
        ("run --platform engine0.toml tmd.elf", &["tmd.nodes[0].kind = \"engine\"", "rank 0 tells engines what to do"]),
        (
            "run -n 1 --platform engine.toml tmd.elf : -n 1 tmd.elf",
            &["tmd.elf: its ranks, 1 to 1, are all engines", "count them into -n of the program before"],
        ),
        (
            "run -n 2 --platform engine.toml --trace commit=x,rank=1 tmd.elf",
            &["--trace x: rank 1 is an engine, which executes no instructions"],
        ),
        ("run --platform tmd-9:8uB tmd.elf", &["platform tmd-9:8uB: it has 8 nodes, but tmd-9 has 9"]),
        ("run --platform tmd-9:9ub tmd.elf", &["`9ub` is no part of a configuration", "4uB_FPU_2PPC_3HW"]),
        ("run --platform tmd-9:1PPC_8HW tmd.elf", &["tmd.nodes[0].kind = \"engine\""]),
        ("run --platform base.toml tmd.elf", &["platform tmd-9:9uB_FPU_FPU: `FPU` is no part of a configuration"]),
        ("describe sarc:9uB", &["sarc has no kinds of nodes"]),
        ("run --platform kinds.toml tmd.elf", &["tmd.ppc: unknown profile `ppc40` (did you mean `ppc405`?)"]),
        ("cc --platform tmd-9:1uB_FPU_8HW --node 3 x.c", &["--node 3", "is an engine, which runs no program"]),
        ("cc --platform tmd-45 --node 45 x.c", &["--node 45: platform tmd-45 has ranks 0 to 44"]),
        ("cc --platform tmd-45 --node", &["--node needs a rank"]),
        (
            "run -n 3 --platform tmd-simple:2uB_1PPC float.elf",
            &["float.elf: was compiled for rv32if, but rank 0", "is a MicroBlaze with rv32i", "--node 0"],
        ),
        ("run --platform board.toml tmd.elf", &["tmd.board_links = 0: 2 boards", "have fewer boards"]),
        ("run --platform tmd-simple --set tmd.fifo_words=0 tmd.elf", &["tmd.fifo_words = 0: must be 1 to 1024"]),
        ("run --platform tmd-simple --set fsl.depth=8 tmd.elf", &["fsl.depth = 8: tmd.fifo_words is 16"]),
        ("run --platform tmd-simple --set fsl.base=0x1000000 tmd.elf", &["overlap", "fsl.base"]),
        (
            "run -n 4 --platform tmd-simple tmd.elf",
            &["4 ranks are more than platform tmd-simple holds (3)", "tmd.nodes"],
        ),
        (
            "run --platform tmd-simple --set tmd.packet_words=8 x.c",
            &["tmd.packet_words = 8", "the library needs 9 or more"],
        ),
        ("run --platform tmd-simple hello.elf", &["channel `rdma`", "channel `fsl`"]),
        ("describe tmd-simple --set tmd.nodes=[]", &["tmd.nodes has 0 entries"]),
        ("describe sarc --set ni.cache_ways=3 --set mutex.bas=1", &["did you mean `base`"]),
        ("RANKINE_LOG=ni=zebra describe sarc", &["RANKINE_LOG=ni=zebra: ", "RANKINE_LOG=ni=debug"]),
    ];
    check_rows(rows, |(line, expected)| {
        let words: Vec<&str> = line.split_whitespace().collect();
        // Leading words of the form NAME=value are environment variables.
        let (environment, words) = words.split_at(words.iter().take_while(|word| word.contains('=')).count());
        let environment = environment.iter().filter_map(|word| word.split_once('='));
        let output = run(Command::new(built("rankine")).envs(environment).args(words).current_dir(&directory), "");
        let expected: Vec<String> = expected.iter().map(|text| text.to_string()).collect();
        complain(line, &output, 125, &expected, &[])
    });
}

/// A machine whose rank 1 is an engine.
const ENGINE: &str = "base = 'tmd-simple'
[platform]
nodes_max = 2
[tmd]
nodes = [{ board = 0, kind = 'mb', mpe = false }, { board = 0, kind = 'engine', mpe = true }]
";

/// Compiles a program without a C library and links it at `address`.
fn bare_program(directory: &Path, name: &str, march: &str, mabi: &str, address: u64) {
    std::fs::write(directory.join("bare.S"), ".globl _start\n_start: j _start\n").expect("scratch is writable");
    let output = run(
        Command::new("riscv64-unknown-elf-gcc").current_dir(directory).args([
            &format!("-march={march}"),
            &format!("-mabi={mabi}"),
            "-nostdlib",
            &format!("-Wl,-Ttext={address:#x}"),
            "-o",
            name,
            "bare.S",
        ]),
        "",
    );
    assert_eq!(output.code, 0, "{}", output.stderr);
}
