//! Tests of the report as a browser shows it after running its scripts.

use super::runs::{Ran, ran, read};
use rankine_tests::{check_rows, rankine, root, run, scratch};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const RANKS: usize = 16;
/// Upper limit for the size of the file, in bytes.
const SIZE_LIMIT: u64 = 2_000_000;
/// Time limit for starting the browser and for the work of the page, which takes about two seconds
/// on an idle machine.
const TIME_LIMIT: Duration = Duration::from_secs(120);
/// The script that acts like a user.
const ACTIONS: &str = include_str!("page_actions.js");
/// The most lines of joined messages that the page draws.
const LINES_MAX: u64 = 3000;

/// A page as the browser shows it.
pub struct Shown {
    pub dom: String,
    /// Complaints of the browser: errors of scripts, and files that the page may not load.
    pub complaints: Vec<String>,
    elapsed: Duration,
}

/// Opens a page in a browser without network.
pub fn open(directory: &Path, name: &str) -> Shown {
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--window-size=1400,2000"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--no-first-run"]);
    command.args(["--host-resolver-rules=MAP * ~NOTFOUND", "--virtual-time-budget=5000", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", directory.join(format!("{name}-browser")).display()));
    let output = run(command.arg(format!("file://{}", directory.join(name).display())), "");
    assert_eq!(output.code, 0, "{}", output.stderr);
    let complaints = output.stderr.lines().filter(|line| line.contains("CONSOLE")).map(str::to_string);
    Shown { complaints: complaints.collect(), elapsed: output.elapsed, dom: output.stdout }
}

impl Shown {
    /// The section with this heading.
    fn section(&self, heading: &str) -> &str {
        let sections = self.dom.split("<section>").skip(1).filter_map(|section| section.split("</section>").next());
        let heading = format!("<h2>{heading}</h2>");
        sections.into_iter().find(|section| section.contains(&heading)).unwrap_or_else(|| panic!("no {heading}"))
    }

    /// The text after the tag with this identifier.
    fn text(&self, id: &str) -> &str {
        let tag = self.dom.split_once(&format!(" id=\"{id}\"")).unwrap_or_else(|| panic!("no element {id}")).1;
        tag.split_once('>').and_then(|(_, rest)| rest.split_once('<')).map_or("", |(text, _)| text)
    }

    /// An attribute, in pixels, of the canvas with this identifier.
    fn pixels(&self, id: &str, attribute: &str) -> u64 {
        let tag = self.dom.split("<canvas ").find(|tag| tag.starts_with(&format!("id=\"{id}\"")));
        let value = tag.and_then(|tag| tag.split('>').next()?.split_once(&format!(" {attribute}=\"")));
        value.and_then(|(_, value)| value.split('"').next()?.parse().ok()).unwrap_or(0)
    }
}

/// What the page showed while a script acted like a user.
struct Acted {
    results: Value,
    shown: Shown,
}

/// Appends the script of actions to the report, opens it, and checks that nothing complained.
/// `edit` may change the page before.
fn act(directory: &Path, edit: impl Fn(&str) -> String) -> Acted {
    let page = std::fs::read_to_string(directory.join("report.html")).expect("the report");
    let page = edit(&page).replacen("</body>", &format!("<script>\n{ACTIONS}</script>\n</body>"), 1);
    std::fs::write(directory.join("acted.html"), page).expect("scratch");
    let shown = open(directory, "acted.html");
    assert!(shown.complaints.is_empty(), "{:?}", shown.complaints);
    assert!(shown.elapsed < TIME_LIMIT, "{:?}", shown.elapsed);
    let json = shown.text("result").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Acted { results: serde_json::from_str(&json).unwrap_or_else(|e| panic!("{e}: {json}")), shown }
}

impl Acted {
    /// Texts of the results.
    fn texts(&self, name: &str) -> Vec<&str> {
        self.results[name].as_array().expect(name).iter().map(|text| text.as_str().expect(name)).collect()
    }

    fn points_at(&self, beginning: &str) -> bool {
        self.texts("points").iter().any(|line| line.starts_with(beginning))
    }

    /// Checks the numbers of messages and lines under a timeline that joins messages.
    fn check_joined(&self, messages: u64) {
        let range = self.results["range"].as_str().expect("text");
        let joined = format!(" Messages are joined: {} messages in ", grouped(messages));
        let lines = range.split_once(&joined).and_then(|(_, rest)| rest.split_once(" lines (stronger: more;"));
        let lines: u64 = lines.and_then(|(lines, _)| lines.replace(' ', "").parse().ok()).expect(range);
        assert!((1..=LINES_MAX).contains(&lines), "{range}");
    }

    /// Checks the panel of a message on which the script has clicked: its parts follow each other
    /// without a gap, and add up to the whole.
    fn check_anatomy(&self) {
        let clicked = &self.results["clicks"];
        let texts: Vec<&str> = clicked["texts"].as_array().expect("texts").iter().filter_map(Value::as_str).collect();
        assert!(texts.iter().any(|text| text.contains(": sent by rank ")), "{texts:?}");
        assert_eq!(clicked["closes"], true);
        let rows = clicked["rows"].as_array().expect("rows");
        let cell = |row: &Value, column: usize| row[column].as_str().expect("a cell").to_owned();
        let number = |row: &Value, column| cell(row, column).replace(' ', "").parse::<u64>().expect("a number");
        let mut whole = 0;
        for row in rows {
            assert_eq!(number(row, 0), whole, "{rows:?}");
            whole += number(row, 1);
        }
        let told = format!("{} cycles", grouped(whole));
        assert!(texts.iter().any(|text| text.contains(&told)), "{told} in {texts:?}");
        for (column, word) in [(2, "send software"), (2, "interface"), (3, "network: node "), (3, "network: router ")] {
            assert!(rows.iter().any(|row| cell(row, column).starts_with(word)), "{word} in {rows:?}");
        }
    }

    /// Checks the drawing of a mesh with this number of nodes: tips of links with traffic, and the
    /// table of the busiest links.
    fn check_links(&self, nodes: usize) {
        let links = &self.results["links"];
        let texts = |value: &Value| -> Vec<String> {
            value.as_array().expect("texts").iter().filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let tips = texts(&links["tips"]);
        let busy = tips.iter().filter(|tip| tip.starts_with("node ") && tip.contains(" bytes, busy for ")).count();
        assert!(busy >= nodes / 2, "{tips:?}");
        assert!(tips.iter().any(|tip| tip.starts_with("router ") && tip.contains(" to router ")), "{tips:?}");
        let scales = texts(&links["scales"]);
        for (scale, unit) in scales.iter().zip(["bytes", "busy cycles"]) {
            assert!(scale.contains(&format!(" {unit}; the scale is linear.")), "{scales:?}");
            assert!(!scale.contains("The strongest colour is 1 "), "no traffic: {scales:?}");
        }
        let [rising, falling] = [0, 1].map(|index| texts(&links["sorts"][index][1]));
        assert!(rising.len() >= nodes && rising.iter().rev().eq(&falling), "{rising:?}");
    }

    /// Prints how long the page took. Other work on the machine changes this, so there is no limit.
    fn print_times(&self, test: &str) {
        let time = |name: &str| self.results[name].as_f64().expect(name);
        println!("{test}: open after {:.0} ms, drawn in {:.0} ms", time("opened"), time("drawing"));
    }
}

/// A number in the form of the page: groups of three digits.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(" ")
}

#[test]
fn report() {
    let ran = ran("report", "apps/heat2d.c", &format!("-n {RANKS} --report report.html"), "--check");
    let size = std::fs::metadata(ran.directory.join("report.html")).expect("the report").len();
    assert!(size < SIZE_LIMIT, "{size} bytes");
    let shown = open(&ran.directory, "report.html");
    assert!(shown.complaints.is_empty(), "{:?}", shown.complaints);
    assert!(shown.elapsed < TIME_LIMIT, "{:?}", shown.elapsed);
    check_numbers(&ran, &shown);
    check_drawings(&shown, ran.statistics["totals"]["cycles"].as_u64().expect("cycles"));
    check_nothing_is_loaded(&shown.dom);
    check_complaints_are_seen(&ran.directory);
    check_actions(&ran);
    check_path(&ran.directory);
}

/// A run of 10^6 messages: the page draws few lines.
#[test]
fn report_of_many_messages() {
    let ran = ran("report-messages", "tests/traces/many_messages.c", "-n 16 --report report.html", "125000");
    let size = std::fs::metadata(ran.directory.join("report.html")).expect("the report").len();
    assert!(size < SIZE_LIMIT, "{size} bytes");
    let acted = act(&ran.directory, str::to_owned);
    acted.check_joined(1_000_000);
    assert!(!acted.results["clicks"].is_null());
    assert!(acted.points_at("# messages: rank # → rank #, # bytes"), "{:?}", acted.texts("points"));
    acted.print_times("10^6 messages");
}

/// Networks of other platforms have drawings with traffic, too. Rows: platform, and a link that the
/// messages of all sizes cross.
#[test]
fn report_of_other_networks() {
    let rows = [("sarc", "node 0 to crossbar"), ("nic", "crossbar to node 1"), ("tmd-9", "node 1 to board 0")];
    let directory = scratch("traces-report-networks");
    let source = root().join("apps/pingpong.c").display().to_string();
    check_rows(&rows, |(platform, link)| {
        let words = ["run", "-q", "-n", "2", "--platform", platform, "--report", "report.html", &source, "--max", "64"];
        let output = rankine(&directory, &words);
        let page = read(&directory, "report.html");
        let row = page.split("<tr>").find(|row| row.starts_with(&format!("<td><code>{link}</code></td>")));
        let row = row.ok_or_else(|| format!("{platform}: no {link}: {}", output.stderr))?;
        let bytes = row.split("<td class=\"n\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap_or_default();
        let is_told = page.contains("<h2>Anatomy of a message</h2>");
        if bytes.replace(' ', "").parse::<u64>().is_ok_and(|bytes| bytes > 64) && is_told {
            return Ok(());
        }
        Err(format!("{platform}: {row}"))
    });
}

/// Many ranks: groups, folded tables, and low rows that get high when few are shown.
#[test]
fn report_of_many_ranks() {
    let ran = ran("report-ranks", "apps/hello.c", "-n 1024 --report report.html", "");
    let size = std::fs::metadata(ran.directory.join("report.html")).expect("the report").len();
    assert!(size < SIZE_LIMIT, "{size} bytes");
    let acted = act(&ran.directory, str::to_owned);
    acted.check_joined(1023);
    acted.print_times("1024 ranks");
    let section = acted.shown.section("Ranks");
    let (groups, all) = section.split_once("<summary>All ranks as a table</summary>").expect("a folded table");
    for cells in ["<td>0</td><td><code>program</code></td><td>0</td><td class=\"n\">1</td>", "<td>1 to 1023</td>"] {
        assert!(groups.contains(cells), "{cells} in {groups}");
    }
    assert!(all.matches("<tr").count() > 1024);
    assert_eq!(acted.results["search"][1], "1 of 1 024 rows");
    let heights = |text: &str| {
        let filters = acted.results["filters"].as_array().expect("filters");
        let found = filters.iter().find(|found| found[0] == text).unwrap_or_else(|| panic!("{text}"));
        [&found[2], &found[4]].map(|height| height.as_u64().expect("a height"))
    };
    let [of_one, of_all] = heights("3");
    assert!(of_one >= 30 && (1024..2048).contains(&of_all), "{of_one}, {of_all}");
}

/// Checks sorting, searching, zooming and pointing.
fn check_actions(ran: &Ran) {
    let acted = act(&ran.directory, |page| with_path(page, ""));
    acted.print_times("heat2d");
    let sorted = |mut values: Vec<u64>| {
        values.sort_unstable();
        values.into_iter().map(grouped).collect::<Vec<_>>()
    };
    let functions = ran.statistics["mpi"]["functions"].as_object().expect("functions");
    let mut names: Vec<String> = functions.keys().cloned().collect();
    names.sort();
    let columns = [sorted(ran.of_ranks("cycles")), sorted((0..RANKS as u64).collect()), names];
    for (column, mut values) in columns.into_iter().enumerate() {
        for (state, order) in ["ascending", "descending"].into_iter().enumerate() {
            assert_eq!(acted.results["sorts"][column][state], serde_json::json!([order, values]), "{column}");
            values.reverse();
        }
    }
    assert_eq!(acted.results["search"], serde_json::json!([1, "1 of 16 rows", 16, "16 of 16 rows"]));
    let zooms = acted.texts("zooms");
    assert_eq!((zooms[0], zooms[3]), (zooms[2], zooms[4]), "{zooms:?}");
    assert!(zooms[0] != zooms[1] && zooms[0] != zooms[3], "{zooms:?}");
    for (filter, note, rows) in [
        ("3", "1 of 16 ranks", 1),
        ("1-3, 5 to 6", "5 of 16 ranks", 5),
        ("MPI_wait", "Waitall", 16),
        ("0 to 3 7, bcast", "5 of 16 ranks; Bcast", 5),
        ("0 2 mpi_allr", "2 of 16 ranks; Allreduce", 2),
        ("no such thing", "no such call", 16),
        ("99999", "no such rank", 16),
    ] {
        let filters = acted.results["filters"].as_array().expect("filters");
        let found = filters.iter().find(|found| found[0] == filter).unwrap_or_else(|| panic!("{filter}"));
        assert_eq!((&found[1], &found[3]), (&note.into(), &"".into()), "{filter}");
        let [filtered, all] = [2, 4].map(|index: usize| found[index].as_u64().expect("a height"));
        assert!(filtered >= 30 * rows && (filtered == all) == (rows == 16), "{filter}: {filtered} of {all}");
    }
    for beginning in ["rank #: computing at cycle #", "rank #: MPI_Waitall()", "waiting #"] {
        assert!(acted.points_at(beginning), "{beginning} in {:?}", acted.texts("points"));
    }
    assert!(!acted.points_at("critical path"));
    acted.check_anatomy();
    acted.check_links(RANKS);
}

/// The page with this critical path in its data.
fn with_path(page: &str, path: &str) -> String {
    let (before, rest) = page.split_once("\"path\":[").expect("a path");
    let (_, after) = rest.split_once(']').expect("the end of the path");
    format!("{before}\"path\":[{path}]{after}")
}

/// Checks that the page draws a critical path if its data has one.
fn check_path(directory: &Path) {
    let path = "0,1000,59000,4,10000,100000,5,-1000,90000,9,500,200000,1,4000,300000";
    let acted = act(directory, |page| with_path(page, path));
    for beginning in ["critical path, step # of #: rank #", "critical path, step # of #: rank #, after rank #"] {
        assert!(acted.texts("points").contains(&beginning), "{:?}", acted.texts("points"));
    }
    assert!(!acted.shown.section("Timeline").contains("of-path\" hidden"));
}

/// Checks the summary and the tables.
fn check_numbers(ran: &Ran, shown: &Shown) {
    let totals = &ran.statistics["totals"];
    let total = |name: &str| grouped(totals[name].as_u64().expect("a number"));
    let head = shown.dom.split_once("<header>").and_then(|(_, rest)| rest.split_once("</header>")).expect("a header").0;
    for (name, value) in [
        ("Ranks", RANKS.to_string()),
        ("Cycles", total("cycles")),
        ("Instructions", total("instructions")),
        ("Messages", grouped(ran.statistics["mpi"]["messages"]["messages"].as_u64().expect("messages"))),
        ("End", "all ranks: exit status 0".into()),
    ] {
        let fact = format!("<dt>{name}</dt><dd>{value}</dd>");
        assert!(head.contains(&fact), "{fact} in {head}");
    }
    let functions = ran.statistics["mpi"]["functions"].as_object().expect("functions");
    let calls = functions.keys().map(String::as_str);
    for (heading, least, words) in [
        ("Ranks", RANKS + 1, ran.of_ranks("cycles").into_iter().map(grouped).collect::<Vec<_>>()),
        ("Communication matrix", 10, vec!["collective".into()]),
        ("Messages", 4, ["short", "eager", "all"].map(String::from).to_vec()),
        ("Time by MPI call", functions.len() + 2, calls.map(String::from).collect()),
        ("Time by function", 10, ["main", "p2p_receive"].map(String::from).to_vec()),
        ("Hottest source lines", 10, ["heat2d.c:", "instructions of the line"].map(String::from).to_vec()),
        ("Anatomy of a message", 20, ["network: router", "of median latency", "heat2d.c:"].map(String::from).to_vec()),
        ("Traffic of network links", 40, ["node 0 to router 0", "router 0 to router 1"].map(String::from).to_vec()),
        ("Platform manycore", 5, ["0x8000000", "command_fifo", "[memory]"].map(String::from).to_vec()),
    ] {
        let section = shown.section(heading);
        let rows = section.matches("<tr").count();
        assert!(rows >= least, "{heading}: {rows} rows");
        for word in words {
            assert!(section.contains(&word), "{heading}: no {word}");
        }
    }
}

/// Checks that the scripts have drawn both canvases and written their captions.
fn check_drawings(shown: &Shown, cycles: u64) {
    for (id, heading, width, height) in
        [("timeline", "Timeline", 800, 16 * 7), ("heat", "Communication matrix", 160, 160)]
    {
        assert!(shown.section(heading).contains(&format!("<canvas id=\"{id}\"")), "{id}");
        let size = [shown.pixels(id, "width"), shown.pixels(id, "height")];
        assert!(size[0] >= width && size[1] >= height, "{id}: {size:?}");
    }
    let whole = grouped(cycles);
    let range = shown.text("range");
    assert!(range.starts_with(&format!("Shown: cycle 0 to {whole}, {whole} cycles (")), "{range}");
    let scale = shown.text("heat-scale");
    assert!(scale.contains("The strongest colour is ") && scale.contains(" bytes"), "{scale}");
    assert!(!shown.dom.contains("class=\"script\" hidden"), "what needs scripts is still hidden");
}

/// Checks that the page names no other file, and has a policy under which the browser loads none.
fn check_nothing_is_loaded(dom: &str) {
    assert!(dom.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';"));
    for word in [" src=", " href=", " srcset=", " action=", " data=", "url(", "@import", "http://", "https://", "<link"]
    {
        assert!(!dom.contains(word), "{word}");
    }
}

/// Checks that complaints are detected at all: a page with an error, or with a picture from elsewhere, causes some.
fn check_complaints_are_seen(directory: &Path) {
    let page = std::fs::read_to_string(directory.join("report.html")).expect("the report");
    for (name, more, complaint) in [
        ("error.html", "<script>nobody_knows_this();</script>", "nobody_knows_this is not defined"),
        (
            "picture.html",
            "<img src=\"http://example.invalid/x.png\">",
            "violates the following Content Security Policy",
        ),
    ] {
        std::fs::write(directory.join(name), page.replacen("</main>", &format!("{more}</main>"), 1)).expect("scratch");
        let shown = open(directory, name);
        assert!(shown.complaints.iter().any(|line| line.contains(complaint)), "{name}: {:?}", shown.complaints);
    }
}
