//! Tests of the report as a browser shows it after running its scripts.

use super::runs::{Ran, ran};
use rankine_tests::run;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const RANKS: usize = 16;
/// Upper limit for the size of the file, in bytes.
const SIZE_LIMIT: u64 = 2_000_000;
/// Time limit for starting the browser and for the work of the page, which takes about two seconds.
const TIME_LIMIT: Duration = Duration::from_secs(30);

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
