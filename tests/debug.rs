//! Tests of debugging: Debian's GDB follows scripts, debuggers vanish, SIGUSR1 arrives. Observing
//! changes neither the output nor the simulated cost of a run.

use rankine_tests::debugged::{Debugged, LIMIT, gdb, missing};
use rankine_tests::exact::{first_difference, sorted_lines, statistics};
use rankine_tests::{built, check_rows, rankine, root, run, scratch};
use std::io::{BufRead, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

fn compiled(name: &str) -> PathBuf {
    let directory = scratch(name);
    let source = root().join("tests/debug/stops.c").display().to_string();
    let output = rankine(&directory, &["cc", "-Og", "-g", "-o", "stops", &source]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    directory
}

/// A session: ranks, how the program is to end, the script, the parts that GDB's output must have
/// in this order, and the exit code.
struct Row {
    name: &'static str,
    ranks: &'static str,
    how: &'static str,
    script: &'static str,
    says: &'static [&'static str],
    code: i32,
}

const ROWS: &[Row] = &[
    Row {
        name: "threads and breakpoints",
        ranks: "4",
        how: "well",
        script: "info threads\nbreak work\ncontinue\nbt\ninfo args\ncontinue\ncontinue\ncontinue\ncontinue",
        says: &[
            "(rank 0)",
            "(rank 3)",
            "hit Breakpoint 1, work (rank=",
            "main (argc",
            "n = 10",
            "hit Breakpoint 1, work (rank=",
            "hit Breakpoint 1, work (rank=",
            "hit Breakpoint 1, work (rank=",
            "exited normally",
        ],
        code: 0,
    },
    Row {
        name: "steps",
        ranks: "3",
        how: "well",
        script: "break work\ncontinue\nnext\nnext\nnext\ninfo locals\nfinish\nstepi 200\nthread 2\nstepi 300\nthread 3\nnext\n\
                 next\nstep\nstepi\ndelete\ncontinue",
        says: &["hit Breakpoint 1, work (rank=", "i = 0", "sum = 0", "Value returned", "exited normally"],
        code: 0,
    },
    Row {
        name: "into functions and recursion",
        ranks: "2",
        how: "well",
        script: "break depth if n == 2\ncontinue\nbt\nup\nup\ninfo frame\ndelete\nfinish\ncontinue",
        says: &[
            "#0",
            "depth (n=",
            "#1",
            "(n=n@entry=3)",
            "#2",
            "(n=n@entry=4)",
            "#4",
            "main",
            "Value returned",
            "exited normally",
        ],
        code: 0,
    },
    Row {
        name: "watched variables",
        ranks: "2",
        how: "well",
        script: "break work if rank == 1\ncontinue\nwatch values[2]\ncontinue\ncontinue\ndelete\nrwatch scale\ncontinue\n\
                 p scale\ndelete\ncontinue",
        says: &[
            "Hardware watchpoint 2: values[2]",
            "Old value = 0",
            "New value = 3",
            "Old value = 3",
            "New value = 21",
            "Hardware read watchpoint 3: scale",
            "Value = 1.5",
            "= 1.5",
            "exited normally",
        ],
        code: 0,
    },
    Row {
        name: "watched accesses",
        ranks: "2",
        how: "well",
        script: "break work if rank == 1\ncontinue\nawatch -l scale\nawatch -l values[2]\ncontinue\ncontinue\np scale\ndelete\n\
                 continue",
        says: &[
            "Hardware access (read/write) watchpoint 2: -location scale",
            "Hardware access (read/write) watchpoint 3: -location values[2]",
            "Old value = 0",
            "New value = 3",
            "= 1.5",
            "exited normally",
        ],
        code: 0,
    },
    Row {
        name: "a message arrives in watched memory",
        ranks: "2",
        how: "long",
        script: "break main\ncontinue\ndelete\nwatch received[20000]\ncontinue\np received[30000]\ndelete\ncontinue",
        says: &["Hardware watchpoint 2: received[20000]", "New value = 2000", "= 0", "exited normally"],
        code: 0,
    },
    Row {
        name: "registers",
        ranks: "2",
        how: "well",
        script: "break scaled\ncontinue\np $fa0.double\nset $fa0.double = $fa0.double\np/x $misa\np $mhartid\np $minstret > 100\n\
                 p $pc\ninfo registers fcsr\nx/2i $pc\ndelete\ncontinue",
        says: &["= 5", "= 0x8000", "= ", "= 1", "<scaled", "fcsr", "=> 0x", "exited normally"],
        code: 0,
    },
    Row {
        name: "a fault",
        ranks: "2",
        how: "fault",
        script: "continue\nbt\ninfo threads\ncontinue",
        says: &["received signal SIGSEGV", "#0", "end (how=", "#1", "main", "(rank 1)", "exited with code 0213"],
        code: 139,
    },
    Row {
        name: "a deadlock",
        ranks: "3",
        how: "deadlock",
        script: "continue\nmonitor where\nthread 3\nbt\ncontinue",
        says: &["received signal SIGINT", "MPI_Recv(count 1", "PMPI_Recv", "main", "exited with code 0126"],
        code: 86,
    },
    Row {
        name: "monitor",
        ranks: "2",
        how: "well",
        script: "monitor cycle\nmonitor help\nbreak PMPI_Sendrecv\ncontinue\nmonitor where\nmonitor cycle\ndelete\ncontinue",
        says: &[
            "cycle 0",
            "monitor where",
            "stopped at cycle",
            "MPI_Sendrecv(sendcount 4096",
            "cycle",
            "exited normally",
        ],
        code: 0,
    },
    Row {
        name: "detached",
        ranks: "2",
        how: "well",
        script: "break work\ncontinue\ndetach",
        says: &["hit Breakpoint 1", "detached"],
        code: 0,
    },
    Row {
        name: "killed",
        ranks: "2",
        how: "forever",
        script: "break work\ncontinue\nkill",
        says: &["hit Breakpoint 1"],
        code: 130,
    },
];

#[test]
fn sessions() {
    let directory = compiled("debug-sessions");
    check_rows(ROWS, |row| {
        let file = |what: &str| directory.join(format!("{}.{what}.json", row.name));
        let command = |what: &str| {
            let stats = file(what).display().to_string();
            ["-n", row.ranks, "--stats", &stats, "./stops", row.how].map(str::to_string)
        };
        let words = command("debugged");
        let words: Vec<&str> =
            ["--gdb", "0", "--gdb-wait"].into_iter().chain(words.iter().map(String::as_str)).collect();
        let debugged = Debugged::start(&directory, &words);
        let said = gdb(&directory, debugged.port, "stops", row.script);
        let output = debugged.end();
        if let Some(part) = missing(&said, row.says) {
            return Err(format!("{}: gdb does not say {part:?}:\n{said}\n{output:?}", row.name));
        }
        if output.code != row.code {
            return Err(format!("{}: exit code {} instead of {}\n{said}\n{output:?}", row.name, output.code, row.code));
        }
        if row.name == "killed" {
            return Ok(());
        }
        let words = command("alone");
        let words: Vec<&str> = ["run"].into_iter().chain(words.iter().map(String::as_str)).collect();
        let alone = rankine(&directory, &words);
        if sorted_lines(&alone.stdout) != sorted_lines(&output.stdout) {
            return Err(format!("{}: prints {:?} instead of {:?}", row.name, output.stdout, alone.stdout));
        }
        let [one, two] = ["alone", "debugged"].map(|what| statistics(&file(what)).map(|value| format!("{value:#}")));
        match first_difference(&one?, &two?) {
            None => Ok(()),
            Some(difference) => Err(format!("{}: statistics differ: {difference}", row.name)),
        }
    });
}

/// `monitor state` shows the registers of the devices of all ranks, or of one rank. Here the
/// devices are sequencers, and the breakpoint is where the hart takes a sequencer's report.
#[test]
fn registers_of_devices() {
    let directory = scratch("debug-devices");
    let program = |name: &str| root().join(name).display().to_string();
    let collect = program("apps/repro/gas/collect.c");
    let compiled = rankine(&directory, &["cc", "--platform", "gas", "-Og", "-g", "-o", "collect", &collect]);
    assert_eq!(compiled.code, 0, "{}", compiled.stderr);
    let (send, receive) = (program("apps/pams/short_send.pams"), program("apps/pams/short_receive.pams"));
    let words = ["--gdb", "0", "--gdb-wait", "./collect", "1", ":", &send, ":", &receive];
    let debugged = Debugged::start(&directory, &words);
    let script = "break report\ncontinue\nmonitor state\nmonitor state 1\ndelete\ncontinue";
    let said = gdb(&directory, debugged.port, "collect", script);
    let output = debugged.end();
    let ranks = ["rank 0: pams", "WAIT code at address 6 since cycle 20004", "rank 1: pams"];
    let first = ["WAIT code at address 7 since cycle 20024", "rank 16: gascore", "tokens in use"];
    let second = ["state at cycle", "rank 1: pams", "WAIT code at address 7 since cycle 20024", "exited normally"];
    let says = [&["Breakpoint 1, report (node=1, time=", "state at cycle"], &ranks[..], &first, &second].concat();
    assert!(missing(&said, &says).is_none() && output.code == 0, "{:?}: {said}\n{output:?}", missing(&said, &says));
    let (_, behind) = said.rsplit_once("state at cycle").expect("a second answer");
    assert!(!behind.contains("rank 0: pams") && !behind.contains("rank 16: gascore"), "{behind}");
}

/// Changes made by a debugger take effect: one program waits for a variable, the answer of another is changed.
#[test]
fn changes() {
    let directory = compiled("debug-changes");
    let rows: &[(&str, &str, &[&str])] = &[
        ("forever", "set done = 1\ncontinue", &["exited normally"]),
        ("forever", "break end\ncontinue\nset done = 1\np done\ndelete\ncontinue", &["= 1", "exited normally"]),
        ("well", "break scaled\ncontinue\nset $fa0.double = 100\ndelete\ncontinue", &["exited normally"]),
        ("well", "break work\ncontinue\np depth(3)\nset var n = 1\ndelete\ncontinue", &["= 3", "exited normally"]),
    ];
    check_rows(rows, |(how, script, says)| {
        let debugged = Debugged::start(&directory, &["--gdb", "0", "--gdb-wait", "./stops", how]);
        let said = gdb(&directory, debugged.port, "stops", script);
        let output = debugged.end();
        match missing(&said, says) {
            None if output.code == 0 => Ok(()),
            part => Err(format!("{how}: {part:?} is missing:\n{said}\n{output:?}")),
        }
    });
}

/// Text as a packet of GDB's remote protocol.
fn packet(text: &str) -> Vec<u8> {
    let sum = text.bytes().fold(0_u8, u8::wrapping_add);
    format!("${text}#{sum:02x}").into_bytes()
}

/// Reads until `what` has arrived. Returns all that was read.
fn await_text(stream: &mut TcpStream, what: &str) -> String {
    let started = Instant::now();
    let (mut all, mut bytes) = (String::new(), [0; 512]);
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    while !all.contains(what) {
        let count = stream.read(&mut bytes).unwrap_or_else(|e| panic!("{what} does not come: {e}; {all}"));
        assert!(count > 0 && started.elapsed() < LIMIT, "{what} does not come: {all}");
        all.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    all
}

#[test]
fn interrupted_and_let_go_on() {
    let directory = compiled("debug-interrupt");
    let debugged = Debugged::start(&directory, &["--gdb", "0", "--gdb-wait", "-n", "2", "./stops", "forever"]);
    let mut stream = TcpStream::connect(("localhost", debugged.port)).expect("a debugger comes in");
    let say = |stream: &mut TcpStream, bytes: &[u8]| stream.write_all(bytes).expect("said");
    say(&mut stream, &packet("?"));
    await_text(&mut stream, "#");
    for _ in 0..3 {
        say(&mut stream, b"+");
        say(&mut stream, &packet("vCont;c"));
        std::thread::sleep(Duration::from_millis(30));
        say(&mut stream, b"\x03");
        await_text(&mut stream, "T02thread:");
    }
    drop(stream);
    // The run continues without a debugger, until another one ends it.
    std::thread::sleep(Duration::from_millis(50));
    let said = gdb(&directory, debugged.port, "stops", "set done = 1\nthread 2\nset done = 1\ncontinue");
    let output = debugged.end();
    assert!(output.code == 0 && output.stderr.contains("connection to gdb lost"), "{said}\n{output:?}");
    assert!(output.stderr.contains("the run continues without it"), "{output:?}");
}

/// When a debugger asks for all of memory at once, the answer is cut: it holds the beginning. The next answer is right.
#[test]
fn long_answers_are_cut() {
    let directory = compiled("debug-long");
    let debugged = Debugged::start(&directory, &["--gdb", "0", "--gdb-wait", "./stops", "well"]);
    let mut stream = TcpStream::connect(("localhost", debugged.port)).expect("a debugger comes in");
    let mut ask = |text: &str| {
        stream.write_all(&packet(text)).expect("said");
        await_text(&mut stream, "#")
    };
    let (whole, part) = (ask("m10800000,800000"), ask("m10800000,20"));
    let data = |answer: &str| answer.split(['$', '#']).nth(1).unwrap_or_default().to_string();
    // In answers, repeated digits are packed.
    let (whole, part) = (data(&whole), data(&part));
    assert!((1 << 10..=2 << 16).contains(&whole.len()) && part.len() >= 8, "{} {part}", whole.len());
    assert!(whole.starts_with(&part[..8]), "{} {part}", &whole[..8]);
    assert!(ask("m10800000,40020002000").contains("E0e"), "so long is an error");
    drop(stream);
    assert_eq!(debugged.end().code, 0);
}

/// Nonsense from a debugger ends its connection, never the run.
#[test]
fn debuggers_that_talk_nonsense_or_vanish() {
    let directory = compiled("debug-nonsense");
    let bytes: &[&[u8]] = &[
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        b"$vCont;c",
        b"$g#ff",
        &[0xff; 3000],
        b"$mffffffffffffffff,1000#e0$Hg99#b2$p99999#99",
        b"$vCont;s:999#49$Z0,ffffffffffffffff,4#00$X0,0:#00",
    ];
    check_rows(bytes, |bytes| {
        let debugged = Debugged::start(&directory, &["--gdb", "0", "--gdb-wait", "./stops", "well"]);
        let mut stream = TcpStream::connect(("localhost", debugged.port)).expect("a debugger comes in");
        stream.write_all(bytes).map_err(|e| e.to_string())?;
        std::thread::sleep(Duration::from_millis(20));
        drop(stream);
        let output = debugged.end();
        match output.code == 0 && output.stderr.contains("connection to gdb lost") && output.stdout.contains("rank 0:")
        {
            true => Ok(()),
            false => Err(format!("{bytes:?}: {output:?}")),
        }
    });
}

/// A debugger that floods the run: the packet that it sends again and again without reading
/// answers, or, if empty, one packet without an end; options of the run; a signal that the run gets
/// afterwards, if any; exit code; what the run says.
type Flood = (&'static str, &'static [&'static str], Option<&'static str>, i32, &'static str);

const FLOODS: &[Flood] = &[
    ("m10800000,800", &["--timeout", "0.2"], None, 124, "connection to gdb lost"),
    ("m10800000,800", &[], Some("-TERM"), 128 + libc::SIGTERM, "connection to gdb lost"),
    ("", &["--timeout", "0.2"], None, 124, "connection to gdb lost (it sends a packet of more than 1048576 bytes)"),
];

/// Debuggers that send without end and do not read: the run continues without them, within its limits.
#[test]
fn floods() {
    let directory = compiled("debug-floods");
    check_rows(FLOODS, |(question, options, signal, code, says)| {
        let words = [&["--gdb", "0", "--gdb-wait"], *options, &["./stops", "forever"]].concat();
        let debugged = Debugged::start(&directory, &words);
        let mut stream = TcpStream::connect(("localhost", debugged.port)).expect("a debugger comes in");
        let started = Instant::now();
        let begins = stream.write_all(if question.is_empty() { b"$" } else { b"+" });
        let piece = if question.is_empty() { vec![b'a'; 4096] } else { packet(question).repeat(100) };
        // An error means that the run has closed the connection.
        let mut send = || begins.is_ok() && started.elapsed() < LIMIT && stream.write_all(&piece).is_ok();
        while send() {}
        if let Some(signal) = signal {
            let pid = debugged.child.id().to_string();
            assert_eq!(run(Command::new("kill").args([*signal, &pid]), "").code, 0);
        }
        let output = debugged.end();
        match output.code == *code && output.stderr.contains(says) {
            true => Ok(()),
            false => Err(format!("{options:?} {signal:?}: {output:?}")),
        }
    });
}

#[test]
fn ports() {
    let directory = compiled("debug-ports");
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("bound").port().to_string();
    let rows: &[(&[&str], &str)] = &[
        (&["run", "--gdb", &port, "./stops"], "cannot listen there"),
        (&["run", "--gdb", "70000", "./stops"], "not a number that fits"),
        (&["run", "--gdb"], "needs a value"),
        (&["debug", "--gdb", "1", "./stops"], "chooses the port itself"),
        (&["debug", "nothing"], "nothing"),
    ];
    check_rows(rows, |(words, says)| {
        let output = rankine(&directory, words);
        match output.code == 125 && output.stderr.contains(says) {
            true => Ok(()),
            false => Err(format!("{words:?}: {output:?}")),
        }
    });
    // No debugger connects.
    let output = Debugged::start(&directory, &["--gdb", "0", "-n", "2", "./stops"]).end();
    assert!(output.code == 0 && output.stderr.contains("listening for gdb"), "{output:?}");
}

#[test]
fn rankine_debug_starts_both() {
    let directory = compiled("debug-both");
    let mut command = Command::new(built("rankine"));
    command.current_dir(&directory).args(["debug", "-n", "2", "./stops", "well"]);
    let output = run(&mut command, "break work\ncontinue\nbt\ndelete\ncontinue\nquit\n");
    let said = ["hit Breakpoint 1, work", "main", "exited normally"];
    assert!(output.code == 0 && missing(&output.stdout, &said).is_none(), "{output:?}");
    let output = run(command.env("RANKINE_GDB", "no-such-gdb"), "");
    assert!(output.code == 125 && output.stderr.contains("install Debian's gdb-multiarch"), "{output:?}");
    let configure = |program: &str| rankine(&directory, &["debug", "--vscode", "-n", "2", program, "a b"]);
    for (program, configurations) in [("./stops", 1), ("./stops", 1)] {
        let output = configure(program);
        assert_eq!(output.code, 0, "{output:?}");
        let text = std::fs::read_to_string(directory.join(".vscode/launch.json")).expect("written");
        let launch: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let list = launch["configurations"].as_array().expect("a list");
        assert_eq!(list.len(), configurations, "{text}");
        let arguments = list[0]["debugServerArgs"].as_str().unwrap_or_default();
        let port = list[0]["miDebuggerServerAddress"].as_str().and_then(|text| text.split(':').nth(1)).expect("a port");
        assert_eq!(arguments, format!("run --gdb {port} --gdb-wait -n 2 ./stops \"a b\""));
    }
    std::fs::write(directory.join(".vscode/launch.json"), "// mine\n{}").expect("scratch is writable");
    let output = configure("./stops");
    assert!(output.code == 125 && output.stderr.contains("not plain JSON"), "{output:?}");
}

/// SIGUSR1 makes the run print where each rank is; the run continues.
#[test]
fn where_is_everybody() {
    let directory = compiled("debug-where");
    let words = ["--gdb", "0", "--timeout", "900", "-n", "3", "./stops", "forever"];
    let mut debugged = Debugged::start(&directory, &words);
    std::thread::sleep(Duration::from_millis(300));
    let pid = debugged.child.id().to_string();
    assert_eq!(run(Command::new("kill").args(["-USR1", &pid]), "").code, 0);
    // The answer is awaited before the signal that ends the run is sent.
    while !debugged.said.contains("SIGUSR1: state of the ranks") {
        let read = debugged.stderr.read_line(&mut debugged.said).expect("text");
        assert!(read > 0, "no answer: {}", debugged.said);
    }
    assert_eq!(run(Command::new("kill").args(["-TERM", &pid]), "").code, 0);
    let output = debugged.end();
    let expected =
        ["SIGUSR1: state of the ranks", "ranks 0-2: each is in end at", "stops.c:", "called from main", "interrupted"];
    assert!(output.code == 143 && missing(&output.stderr, &expected).is_none(), "{output:?}");
}

/// Firmware: GDB shows its processors as threads after those of all ranks, with their own
/// breakpoints, steps and registers.
#[test]
fn firmware() {
    let directory = scratch("debug-firmware");
    let program = root().join("apps/ring.c").display().to_string();
    let of = |stats: &'static str| ["-n", "2", "--platform", "nic", "--stats", stats, &program].map(str::to_owned);
    let words = of("debugged.json");
    let words: Vec<&str> = ["--gdb", "0", "--gdb-wait"].into_iter().chain(words.iter().map(String::as_str)).collect();
    let debugged = Debugged::start(&directory, &words);
    let add = debugged.said.split('\'').find(|part| part.starts_with("add-symbol-file")).unwrap_or_default();
    let script = format!(
        "info threads\n{add}\nbreak protocol_request\ncontinue\nbt\np $mhartid & 0xffff\np/x $misa\np $pc\nstepi\nfinish\n\
         monitor where\nthread 1\nbt\ndelete\ncontinue"
    );
    let said = gdb(&directory, debugged.port, debugged.said.split(' ').next_back().unwrap_or_default().trim(), &script);
    let output = debugged.end();
    let says = [
        "1    Thread 1.1 (rank 0)",
        "2    Thread 1.2 (rank 1)",
        "3    Thread 1.3 (rank 0 processor 1)",
        "4    Thread 1.4 (rank 1 processor 1)",
        "hit Breakpoint 1",
        "protocol_request",
        "main ()",
        "= 0x40001100",
        "<protocol_request",
        "protocol_request () at",
        "rank 0 processor 1 is in",
        "PMPI_Sendrecv",
        "exited normally",
    ];
    assert_eq!((missing(&said, &says), output.code), (None, 0), "{said}\n{output:?}");
    let words = of("alone.json");
    rankine(&directory, &["run"].into_iter().chain(words.iter().map(String::as_str)).collect::<Vec<_>>());
    let [one, two] =
        ["alone.json", "debugged.json"].map(|file| format!("{:#}", statistics(&directory.join(file)).unwrap()));
    assert_eq!(first_difference(&one, &two), None);
}
