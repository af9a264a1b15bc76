//! Tests of the pages in `docs`: their commands print what the pages show, the table of contents
//! names every page, and every link leads to a target.

use rankine_tests::{check_rows, pages, root, scratch};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Pages whose commands this test runs. `labs` runs the commands of the labs, `entry` those of README. The pages of `reproduction` show
/// only commands that take seconds; `repro` measures their tables. `reproduction/alpu.md` shows none, because each takes minutes.
const PAGES: &[&str] = &[
    "start.md",
    "tutorial.md",
    "how-to/deadlock.md",
    "how-to/mistakes.md",
    "how-to/machine.md",
    "how-to/compare.md",
    "how-to/scripts.md",
    "how-to/spawn.md",
    "anatomy.md",
    "check.md",
    "debug.md",
    "grading.md",
    "pams.md",
    "phases.md",
    "profiles.md",
    "traces.md",
    "reproduction/gas.md",
    "reproduction/sarc.md",
    "reproduction/tmd.md",
    "../apps/README.md",
];

#[test]
fn pages_show_what_their_commands_print() {
    let scratch = scratch("book");
    check_rows(PAGES, |page| {
        let directory = scratch.join(page.replace('/', "-"));
        std::fs::create_dir(&directory).map_err(|e| e.to_string())?;
        for name in ["apps", "tests"] {
            std::os::unix::fs::symlink(root().join(name), directory.join(name)).map_err(|e| e.to_string())?;
        }
        pages::check(&root().join("docs").join(page), &directory)?;
        pictures_are_drawn(&directory)
    });
}

/// Pictures in `docs` that the commands of a page draw again in their directory.
const PICTURES: &[&str] = &["anatomy.svg"];

fn pictures_are_drawn(directory: &Path) -> Result<(), String> {
    for picture in PICTURES {
        let Ok(drawn) = std::fs::read(directory.join(picture)) else { continue };
        pages::is_fresh(&root().join("docs").join(picture), &drawn)?;
    }
    Ok(())
}

/// All pages below a directory, as paths from the top of the repository.
fn pages_below(directory: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(directory)).expect("a directory of the repository");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("readable directory").path();
        let name = path.strip_prefix(root()).expect("below the top").to_path_buf();
        match path.is_dir() {
            true => found.extend(pages_below(&name.display().to_string())),
            false => found.extend(name.extension().is_some_and(|ending| ending == "md").then_some(name)),
        }
    }
    found
}

/// The target of a relative link: its path from the top of the repository, and the heading if the link names one.
fn target(page: &Path, link: &str) -> (PathBuf, Option<String>) {
    let (path, heading) =
        link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading.to_string())));
    if path.is_empty() {
        return (page.to_path_buf(), heading);
    }
    let mut leads = PathBuf::new();
    for part in page.parent().expect("a directory").join(path).components() {
        match part {
            Component::ParentDir => drop(leads.pop()),
            part => leads.push(part),
        }
    }
    (leads, heading)
}

/// The links `[text](link)` of a page outside of code, without links to other sites.
fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut found = Vec::new();
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if is_code || line.starts_with("    ") {
            continue;
        }
        let without_code: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        let rest = without_code.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        found.extend(rest.map(|(link, _)| link.to_string()).filter(|link| !link.is_empty() && !link.contains("://")));
    }
    found
}

/// The anchor by which a link names a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        letter => letter.is_alphanumeric().then_some(letter),
    });
    letters.collect::<String>().to_lowercase()
}

fn leads_somewhere(page: &Path, link: &str) -> bool {
    let (path, heading) = target(page, link);
    let there = root().join(&path);
    let Some(heading) = heading else { return there.exists() };
    let text = std::fs::read_to_string(&there).unwrap_or_default();
    text.lines().any(|line| line.starts_with('#') && anchor(line) == heading)
}

#[test]
fn links_lead_somewhere() {
    let mut all: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(PathBuf::from).to_vec();
    ["docs", "apps", "libmpi-c", "toolchain", "devices", "emulator"]
        .iter()
        .for_each(|name| all.extend(pages_below(name)));
    check_rows(&all, |page| {
        let text = std::fs::read_to_string(root().join(page)).map_err(|e| e.to_string())?;
        let lost: Vec<String> = links(&text).into_iter().filter(|link| !leads_somewhere(page, link)).collect();
        if lost.is_empty() { Ok(()) } else { Err(format!("{}: these links lead nowhere: {lost:?}", page.display())) }
    });
}

/// `docs/SUMMARY.md` names all pages in `docs`, and no page twice. It may name other pages, too.
#[test]
fn the_table_of_contents_has_all_pages() {
    let contents = Path::new("docs/SUMMARY.md");
    let text = std::fs::read_to_string(root().join(contents)).expect("docs/SUMMARY.md");
    let named: Vec<PathBuf> = links(&text).iter().map(|link| target(contents, link).0).collect();
    let once: BTreeSet<&PathBuf> = named.iter().collect();
    assert_eq!(once.len(), named.len(), "a page stands twice in {named:?}");
    let missing: Vec<PathBuf> =
        pages_below("docs").into_iter().filter(|page| page != contents && !once.contains(page)).collect();
    assert!(missing.is_empty(), "not in docs/SUMMARY.md: {missing:?}");
}
