//! Tests of `rankine anatomy`: the parts of a message add up to its latency, a second run prints
//! the same, and observing costs no simulated cycle.

use rankine_tests::exact::statistics;
use rankine_tests::{Output, check_rows, rankine, root, scratch};
use std::path::Path;

/// Rows: platform, ranks, kind and bytes for `tests/anatomy/messages.c`; words that must stand in
/// the anatomy of the message of median latency.
const PARTS: &[(&str, &str, &str, &[&str])] = &[
    (
        "manycore",
        "2",
        "expected 8",
        &["send software", "interface", "router 0 to router 1", "notice", "matching", "receive software"],
    ),
    ("manycore", "4", "expected 0", &["MPI_Send, enter", "MPI_Send, issue", "MPI_Recv, match"]),
    ("manycore", "2", "expected 1000", &["eager", "payload"]),
    ("manycore", "2", "expected 100000", &["rendezvous", "interface"]),
    ("manycore", "2", "late 8", &["late receiver", "before the receiving call"]),
    ("manycore", "2", "late 100000", &["rendezvous", "late receiver"]),
    ("manycore", "2", "unexpected 8", &["8 bytes", "short, unexpected", "late receiver", "receive not posted"]),
    ("manycore", "2", "unexpected 1000", &["eager, unexpected", "late receiver"]),
    ("sarc", "2", "unexpected 8", &["short, unexpected", "late receiver"]),
    ("manycore", "2", "any 8", &["MPI_Recv", "notice"]),
    ("manycore", "2", "isend 8", &["sent     by rank 0 in MPI_Isend"]),
    ("manycore", "2", "irecv 8", &["received by rank 1 in MPI_Wait", "late receiver"]),
    ("manycore", "2", "waitall 8", &["received by rank 1 in MPI_Waitall"]),
    ("manycore", "2", "self 8", &["MPI_Wait", "not separated"]),
    ("sarc", "2", "expected 8", &["interface", "queue of node 0 to node 1", "notice"]),
    ("sarc", "2", "late 8", &["late receiver"]),
    ("sarc", "2", "expected 100000", &["rendezvous", "MPI_Recv, sent, payload"]),
    ("nic", "2", "expected 8", &["send software", "not separated"]),
    ("nic", "2", "late 8", &["late receiver"]),
    ("gas-c", "2", "expected 8", &["send software", "not separated"]),
    ("tmd-simple", "2", "expected 8", &["send software", "not separated"]),
    ("tmd-9", "2", "expected 1000", &["send software", "not separated"]),
];

/// Rows: platform, kind and bytes for `tests/anatomy/messages.c`; words that must stand in the table of packets. Without words, there is no
/// such table.
const PAYLOADS: &[(&str, &str, &[&str])] = &[
    ("manycore", "expected 64", &[]),
    ("manycore", "self 100000", &[]),
    (
        "manycore",
        "expected 4096",
        &[
            "4 096 bytes in 16 packets of 256 bytes, one every 17.0 cycles",
            "bottleneck: link node 0 to router 0: each packet waits",
            "first packet: node 0 to router 0",
            "between: 14 packets, one every 17.0 cycles",
            "last packet: router 1 to node 1",
        ],
    ),
    ("manycore", "expected 300", &["in 2 packets of 256 bytes", "last packet: router 1 to node 1"]),
    ("manycore", "expected 1048576", &["1 048 576 bytes in 4 096 packets", "between: 4 094 packets"]),
    ("manycore", "late 100000", &["first packet: node 0 to router 0", "last packet: router 1 to node 1"]),
    ("manycore", "irecv 100000", &["100 000 bytes in 391 packets", "last packet: router 1 to node 1"]),
    ("manycore", "waitall 100000", &["100 000 bytes in 391 packets", "last packet: router 1 to node 1"]),
    (
        "sarc",
        "expected 64",
        &["in 2 packets of 64 bytes", "between: no packet", "rank 0: it sends packets by 2 commands"],
    ),
    ("sarc", "expected 4096", &["first packet: node 0 to its queue", "bottleneck: rank 0: it sends packets by"]),
    (
        "sarc",
        "expected 65536",
        &[
            "1 024 packets of 64 bytes",
            "rank 0: it sends packets by 256 commands",
            "last packet: queue of node 0 to node 1",
        ],
    ),
    ("nic", "expected 64", &["64 bytes in 1 packet", "packet: node 0 to its queue"]),
    (
        "nic",
        "expected 4096",
        &["4 packets of 1 024 bytes", "bottleneck: link node 0 to its queue: packets keep it busy"],
    ),
    ("tmd-simple", "expected 4096", &["first word: node 0 → node 1", "node 0: it sends words no faster"]),
    ("tmd-3x3", "expected 65536", &["words of 4 bytes", "first word: node 0 → node 1", "last word: node 0 → node 1"]),
    ("gas-c", "expected 65536", &["words of 4 bytes, one every 1.0", "bottleneck: link node 0 → node 1"]),
];

/// Rows: options after `rankine anatomy -n 2`, exit code, and words that must be printed.
const ROWS: &[(&str, i32, &[&str])] = &[
    ("--message 2 $P late", 0, &["Message 2 of 3"]),
    ("--message 1 $P waitall", 0, &["MPI_Waitall, enter, other messages, return"]),
    ("--from 0 --to 1 --size 8 $P", 0, &["rank 0 to rank 1, 8 bytes"]),
    ("--lines $P", 0, &["Source lines of the parts", "MPI_Send, enter", "fast.h:"]),
    (
        "--beside sarc $P",
        0,
        &["on manycore: rank 0 to rank 1", "on sarc: rank 0 to rank 1", "on both platforms", "sarc: cycles"],
    ),
    ("--lines --beside sarc $P", 0, &["Source lines of the parts", "channel.h:", "on sarc: rank 0 to rank 1"]),
    ("--help", 0, &["--beside PLATFORM", "--message K"]),
    ("--version", 0, &["rankine 0."]),
    ("--message 4 $P", 125, &["there is no message 4", "--message takes 1 to 3"]),
    ("--message 0 $P", 125, &["there is no message 0", "--message takes 1 to 3"]),
    ("--message two $P", 125, &["--message two", "whole number"]),
    ("--message", 125, &["--message needs a value"]),
    ("--from 1 $P", 125, &["no complete message of 3 fits --from, --to and --size"]),
    ("--size 9 $P", 125, &["no complete message of 3 fits"]),
    ("--message 1 --from 1 $P", 125, &["does not fit the other options"]),
    ("$P none", 125, &["sends no message from one rank to another"]),
    ("--beside nowhere $P", 125, &["nowhere"]),
    ("--svg /nowhere/x.svg $P", 125, &["cannot write /nowhere/x.svg", "--svg"]),
    ("--svg /dev/full $P", 125, &["--svg", "No space left"]),
    ("--svg x --stats x $P", 125, &["two outputs would write x"]),
    ("--gdb 0 $P", 125, &["--gdb", "rankine run"]),
    ("--mesage 1 $P", 125, &["unknown option --mesage"]),
    ("", 125, &["no program given"]),
    ("--max-cycles 100 $P", 124, &["--max-cycles is reached"]),
];

fn program() -> String {
    root().join("tests/anatomy/messages.c").display().to_string()
}

fn anatomy(directory: &Path, platform: &str, ranks: &str, arguments: &str) -> Output {
    let program = program();
    let mut words = vec!["anatomy", "-q", "-n", ranks, "--platform", platform, &program];
    words.extend(arguments.split(' '));
    rankine(directory, &words)
}

/// The cells of a table line. At least two blanks separate cells.
fn cells(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

fn number(cell: &str) -> Option<u64> {
    cell.replace(' ', "").parse().ok()
}

/// Checks the table of parts: the first part begins at zero, each next part begins where the one
/// before ends, and their sum is the whole, which is the reported latency.
fn adds_up(text: &str) -> Result<(), String> {
    let table = text.lines().skip_while(|line| cells(line).first() != Some(&"from")).skip(1);
    let (mut at, mut parts) = (0, 0);
    for row in table.map(cells) {
        let part = (row.first().and_then(|cell| number(cell)), row.get(1).copied());
        match part {
            (Some(whole), Some("total")) => {
                let latency = format!("latency {} cycles", row[0]);
                let is_whole = whole == at && parts > 2 && text.contains(&latency);
                return if is_whole { Ok(()) } else { Err(format!("{parts} parts are {at}, not {whole}\n{text}")) };
            }
            (Some(from), Some(cycles)) if from == at => at += number(cycles).unwrap_or(0),
            _ => return Err(format!("no part begins at {at}: {row:?}\n{text}")),
        }
        parts += 1;
    }
    Err(format!("there is no table\n{text}"))
}

#[test]
fn parts_are_the_whole() {
    let directory = scratch("anatomy-parts");
    check_rows(PARTS, |(platform, ranks, arguments, expected)| {
        let (one, again) =
            (anatomy(&directory, platform, ranks, arguments), anatomy(&directory, platform, ranks, arguments));
        let place = format!("{platform}, {ranks} ranks, {arguments}");
        if one.code != 0 || one.stdout != again.stdout {
            return Err(format!(
                "{place}: ends with {}, or not the same again\n{}{}",
                one.code, one.stderr, one.stdout
            ));
        }
        adds_up(&one.stdout).map_err(|why| format!("{place}: {why}"))?;
        match expected.iter().find(|words| !one.stdout.contains(**words)) {
            Some(missing) => Err(format!("{place}: no `{missing}` in\n{}", one.stdout)),
            None => Ok(()),
        }
    });
}

#[test]
fn options() {
    let directory = scratch("anatomy-options");
    check_rows(ROWS, |(line, code, expected)| {
        let line = format!("anatomy -q -n 2 {}", line.replace("$P", &program()));
        let words: Vec<&str> = line.split_whitespace().collect();
        let output = rankine(&directory, &words);
        let all = format!("{}{}", output.stdout, output.stderr);
        match output.code == *code && expected.iter().all(|words| all.contains(words)) {
            true => Ok(()),
            false => Err(format!("{line}: ends with {}\n{all}", output.code)),
        }
    });
}

/// A row of the table of packets: `from`, cycles and text.
type PacketRow<'a> = (u64, u64, &'a str);

/// The rows of the table of packets: (from, cycles, what), and the cycles of all packets.
fn packets(text: &str) -> Option<(Vec<PacketRow<'_>>, u64)> {
    let (_, table) = text.split_once("\nPayload: ")?;
    let mut rows = table.lines().map(cells).skip_while(|row| row.first() != Some(&"from")).skip(1);
    let (mut parts, mut all) = (Vec::new(), None);
    while let (Some(row), None) = (rows.next(), all) {
        match row.get(1).and_then(|cycles| number(cycles)) {
            Some(cycles) => parts.push((number(row[0])?, cycles, *row.get(2)?)),
            None => {
                all = number(row.first()?)
                    .filter(|_| ["all packets", "all words"].iter().any(|all| row.get(1) == Some(all)))
            }
        }
    }
    Some((parts, all?))
}

/// Checks that the packets' parts follow each other from the first packet's start to the last one's
/// arrival. The last packet of a short transfer starts before the first one arrives.
fn packets_follow(text: &str, is_long: bool) -> Result<(), String> {
    let (parts, all) = packets(text).ok_or_else(|| format!("no packets in\n{text}"))?;
    let (begin, end) = (parts[0].0, parts.last().map_or(0, |(from, cycles, _)| from + cycles));
    if end - begin != all {
        return Err(format!("the packets take {} cycles, not {all}\n{text}", end - begin));
    }
    let follows = |pair: &[PacketRow<'_>]| pair[0].0 + pair[0].1 == pair[1].0;
    let is_other = |pair: &[PacketRow<'_>]| !is_long && pair[1].2.starts_with("last ");
    match parts.windows(2).find(|pair| !follows(pair) && !is_other(pair)) {
        Some(pair) => Err(format!("{:?} does not follow {:?}\n{text}", pair[1], pair[0])),
        None => Ok(()),
    }
}

#[test]
fn packets_of_a_payload() {
    let directory = scratch("anatomy-payload");
    check_rows(PAYLOADS, |(platform, arguments, expected)| {
        let output = anatomy(&directory, platform, "2", arguments);
        let place = format!("{platform}, {arguments}");
        if output.code != 0 {
            return Err(format!("{place}: {}", output.stderr));
        }
        adds_up(&output.stdout).map_err(|why| format!("{place}: {why}"))?;
        if expected.is_empty() {
            return if packets(&output.stdout).is_none() { Ok(()) } else { Err(format!("{place}: {}", output.stdout)) };
        }
        packets_follow(&output.stdout, output.stdout.contains("between: ")).map_err(|why| format!("{place}: {why}"))?;
        match expected.iter().find(|words| !output.stdout.contains(**words)) {
            Some(missing) => Err(format!("{place}: no `{missing}` in\n{}", output.stdout)),
            None => Ok(()),
        }
    });
}

/// Rows: platform, and options of `rankine anatomy`.
const COSTS: &[(&str, &str)] =
    &[("manycore", ""), ("manycore", "--lines"), ("sarc", ""), ("nic", ""), ("gas-c", ""), ("tmd-simple", "")];

#[test]
fn cost_nothing() {
    let directory = scratch("anatomy-cost");
    let figures = |subcommand: &str, platform: &str, options: &str| -> Result<String, String> {
        let (file, program) = (format!("{platform}{subcommand}{}.json", options.len()), program());
        let mut words = vec![subcommand, "-q", "-n", "3", "--stats", &file, "--platform", platform];
        words.extend(options.split_whitespace());
        words.extend([program.as_str(), "late", "300"]);
        let output = rankine(&directory, &words);
        if output.code != 0 {
            return Err(output.stderr);
        }
        let all = statistics(&directory.join(&file))?;
        Ok(format!("{}{}{}", all["ranks"], all["totals"], all["network"]))
    };
    check_rows(COSTS, |(platform, options)| {
        let (plain, watched) = (figures("run", platform, "")?, figures("anatomy", platform, options)?);
        if plain == watched { Ok(()) } else { Err(format!("{platform} {options}:\n{plain}\n{watched}")) }
    });
}

/// The cycles of the source lines add up to the cycles of the software parts.
#[test]
fn lines_add_up() {
    let output = anatomy(&scratch("anatomy-lines"), "manycore", "2", "expected 8");
    let words = ["anatomy", "-q", "-n", "2", "--lines", &program(), "expected", "8"];
    let with_lines = rankine(&scratch("anatomy-lines"), &words);
    assert_eq!(with_lines.code, 0, "{}", with_lines.stderr);
    let (parts, rest) = with_lines.stdout.split_once("\nSource lines").expect("lines");
    assert!(output.stdout.starts_with(parts), "{parts}");
    let software = |row: &Vec<&str>| row.get(2).is_some_and(|kind| !["interface", "network"].contains(kind));
    let rows = parts.lines().map(cells).filter(|row| row.len() > 4 && row[0] != "from");
    let expected: u64 = rows.filter(software).filter_map(|row| number(row[1])).sum();
    let lines = rest.lines().skip(2).take_while(|line| !line.is_empty()).map(cells);
    let told: Vec<(u64, String)> = lines.filter_map(|row| Some((number(row[0])?, row.join(" ")))).collect();
    assert_eq!(told.iter().map(|line| line.0).sum::<u64>(), expected, "{}", with_lines.stdout);
    assert!(told.iter().all(|line| !line.1.contains("not recorded")), "{}", with_lines.stdout);
}

/// The drawing has one bar for each part, on both platforms.
#[test]
fn drawings() {
    let directory = scratch("anatomy-svg");
    let output =
        rankine(&directory, &["anatomy", "-q", "-n", "2", "--beside", "sarc", "--svg", "x.svg", &program(), "late"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let drawing = std::fs::read_to_string(directory.join("x.svg")).expect("x.svg");
    let parts =
        output.stdout.lines().map(cells).filter(|row| row.len() > 4 && row[0] != "from" && number(row[0]).is_some());
    assert_eq!(drawing.matches("<title>").count(), parts.filter(|row| row[4].starts_with('#')).count(), "{drawing}");
    assert!(drawing.starts_with("<svg") && drawing.ends_with("</svg>\n"));
}

/// The drawing of a long message has a bar for each row of both tables.
#[test]
fn drawings_of_packets() {
    let directory = scratch("anatomy-svg-packets");
    let words = ["anatomy", "-q", "-n", "2", "--svg", "x.svg", &program(), "expected", "100000"];
    let output = rankine(&directory, &words);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let drawing = std::fs::read_to_string(directory.join("x.svg")).expect("x.svg");
    let bars = output.stdout.lines().filter(|line| cells(line).last().is_some_and(|cell| cell.starts_with('#')));
    assert_eq!(drawing.matches("<title>").count(), bars.count(), "{drawing}\n{}", output.stdout);
    assert!(drawing.contains("bottleneck: link node 0 to router 0"), "{drawing}");
    assert!(drawing.contains("first packet: network, node 0 to router 0"), "{drawing}");
}

/// A report shows the packets of a long message in its section and, for the panel, in its data.
#[test]
fn reports_show_packets() {
    let directory = scratch("anatomy-report");
    let output = rankine(&directory, &["run", "-q", "-n", "2", "--report", "x.html", &program(), "expected", "100000"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let page = std::fs::read_to_string(directory.join("x.html")).expect("x.html");
    let told = "Payload: 100 000 bytes in 391 packets of 256 bytes, one every";
    assert!(page.matches(told).count() > 1, "{told}");
    for words in ["first packet: node 0 to router 0", "last packet: router 1 to node 1", "between: 389 packets"] {
        assert!(page.contains(words), "{words}");
    }
}

/// A message counts as received only when its data is there. Here the receiver fetches the data in
/// many short pieces, so the message takes longer than one cycle a byte.
#[test]
fn data_is_there_when_a_message_is_received() {
    let directory = scratch("anatomy-received");
    let output =
        rankine(&directory, &["run", "-q", "-n", "2", "--platform", "sarc", "--mpi", &program(), "expected", "100000"]);
    let row = output.stderr.lines().map(cells).find(|row| row.first() == Some(&"rendezvous"));
    let least = row.and_then(|row| number(row.get(3)?));
    assert!(least.is_some_and(|least| least > 100_000), "{output:?}");
}
