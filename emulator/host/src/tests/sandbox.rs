//! Tests that no path leads out of the allowed directories.

use super::{AT_FDCWD, RAM_BASE, TestDir, World};
use crate::AllowedDir;
use crate::beneath::Method;
use std::os::unix::fs::symlink;

/// A current directory `here`, an allowed directory `data`, a read-only one `public`, and a
/// forbidden one `secret`.
fn furnished(name: &str) -> TestDir {
    let dir = TestDir::new(name);
    for inner in ["here/sub", "data", "public", "secret", "here/inside"] {
        std::fs::create_dir_all(dir.path(inner)).unwrap();
        std::fs::write(dir.path(inner).join("file"), inner).unwrap();
    }
    for (link, target) in [
        ("here/up", ".."),
        ("here/steal", "../secret/file"),
        ("here/absolute", dir.path("secret/file").to_str().unwrap()),
        ("here/dangling", "sub/later"),
        ("here/todata", "../data"),
        ("here/loop", "loop"),
        ("here/sub/back", "../../secret"),
        ("alias", "data"),
        ("data/tohere", "../here/sub/file"),
    ] {
        symlink(target, dir.path(link)).unwrap();
    }
    dir
}

fn world(dir: &TestDir, method: Method) -> World {
    let mut world = World::new(dir, |options| {
        options.current_dir = dir.path("here");
        options.dirs = ["../alias", "../public:ro", "inside:ro"].map(AllowedDir::parse).into();
    });
    world.host.sandbox.set_method(method);
    world
}

/// The method that this host offers, and the method of other hosts.
fn methods(dir: &TestDir) -> [Method; 2] {
    [Method::of_host(&std::fs::File::open(&dir.0).unwrap().into()), Method::Stepwise]
}

fn absolute(dir: &TestDir, name: &str) -> String {
    dir.path(name).display().to_string()
}

/// The result of opening for reading: the file's text or the error.
#[test]
fn reading() {
    let dir = furnished("reading");
    for method in methods(&dir) {
        for (path, expected) in [
            ("sub/file", Ok("here/sub")),
            ("sub/../sub/./file", Ok("here/sub")),
            ("../here/sub/file", Ok("here/sub")),
            (&absolute(&dir, "here/sub/file"), Ok("here/sub")),
            ("../data/file", Ok("data")),
            ("../alias/file", Ok("data")),
            (&absolute(&dir, "alias/file"), Ok("data")),
            ("todata/file", Ok("data")),
            ("todata/tohere", Ok("here/sub")),
            ("up/data/file", Ok("data")),
            ("up/public/file", Ok("public")),
            ("inside/file", Ok("here/inside")),
            ("/etc/passwd", Err(-13)),
            ("/nonexistent/either", Err(-13)),
            ("../secret/file", Err(-13)),
            ("../../../../../../../etc/passwd", Err(-13)),
            ("up/secret/file", Err(-13)),
            ("steal", Err(-13)),
            ("absolute", Err(-13)),
            ("sub/back/file", Err(-13)),
            ("..", Err(-13)),
            ("/", Err(-13)),
            ("loop", Err(-40)),
            ("loop/file", Err(-40)),
            ("dangling", Err(-2)),
            ("sub/file/..", Err(-20)),
        ] {
            let mut world = world(&dir, method);
            let fd = world.open(1, path, 0);
            let text = if fd < 0 { Err(fd) } else { world.read(1, fd, 100) };
            assert_eq!(text.as_deref().map_err(|error| *error), expected, "{path} {method:?}");
            assert_eq!(world.host.take_warnings().len(), usize::from(expected == Err(-13)), "{path}");
        }
    }
}

/// (call, first path, second path, flags, result). Nothing outside may change.
#[test]
fn changing() {
    for number in 0..2 {
        let dir = furnished("changing");
        let method = methods(&dir)[number];
        let mut world = world(&dir, method);
        const CREATE: u64 = 0o101;
        for (call, path, other, flags, expected) in [
            (56, "../data/new", "", CREATE, 3),
            (56, "dangling", "", CREATE, 4),
            (56, "todata/newer", "", CREATE, 5),
            (56, "../public/new", "", CREATE, -30),
            (56, "../public/file", "", 1, -30),
            (56, "../public/file", "", 0o1000, -30),
            (56, "../public/file", "", 0o100, 6),
            (56, "inside/new", "", CREATE, -30),
            (56, "../secret/new", "", CREATE, -13),
            (56, "steal", "", 0o1001, -13),
            (56, "up/new", "", CREATE, -13),
            (56, "/new", "", CREATE, -13),
            (35, "../secret/file", "", 0, -13),
            (35, "../public/file", "", 0, -30),
            (35, "up/secret", "", 0x200, -13),
            (35, "inside", "", 0x200, -30),
            (35, "../data", "", 0x200, -16),
            (34, "../made", "", 0, -13),
            (34, "../public/made", "", 0, -30),
            (48, "../public/file", "", 4, 0),
            (48, "../public/file", "", 2, -30),
            (48, "../secret/file", "", 0, -13),
            (79, "../secret/file", "", 0, -13),
            (276, "sub/file", "../secret/taken", 0, -13),
            (276, "../secret/file", "mine", 0, -13),
            (276, "sub/file", "../public/x", 0, -30),
            (276, "../public/file", "mine", 0, -30),
            // Moving a directory that contains a read-only one must not make the read-only one
            // writable.
            (276, "inside", "moved", 0, -30),
            (276, "sub", "inside", 0, -30),
            // Moving or removing a link affects the link itself.
            (276, "steal", "stolen", 0, 0),
            (56, "stolen", "", 0, -13),
            (35, "absolute", "", 0, 0),
        ] {
            let (path_at, other_at) = (world.string(RAM_BASE, path), world.string(RAM_BASE + 0x1000, other));
            let args = match call {
                276 => [AT_FDCWD, path_at, AT_FDCWD, other_at, flags],
                79 => [AT_FDCWD, path_at, super::RESULT, 0, 0],
                _ => [AT_FDCWD, path_at, flags, 0o644, 0],
            };
            assert_eq!(world.value(1, call, &args), expected, "{call} {path} {other} {flags:o} {method:?}");
        }
        assert_eq!(std::fs::read_to_string(dir.path("secret/file")).unwrap(), "secret");
        assert_eq!(std::fs::read_dir(dir.path("secret")).unwrap().count(), 1);
        assert_eq!(std::fs::read_to_string(dir.path("public/file")).unwrap(), "public");
        assert!(
            dir.path("data/new").exists() && dir.path("data/newer").exists() && dir.path("here/sub/later").exists()
        );
    }
}

/// If a name becomes a symbolic link after it was resolved, it cannot be opened.
#[test]
fn races() {
    let dir = furnished("races");
    for method in methods(&dir) {
        let directory = std::fs::File::open(dir.path("here")).unwrap().into();
        for (path, expected) in [
            (&["sub", "file"][..], true),
            (&["up", "secret", "file"], false),
            (&["steal"], false),
            (&["..", "secret"], false),
            (&["sub/../../secret"], false),
            (&[""], false),
        ] {
            let components: Vec<_> = path.iter().map(Into::into).collect();
            assert_eq!(
                method.open(&directory, &components, libc::O_RDONLY, 0).is_ok(),
                expected,
                "{path:?} {method:?}"
            );
        }
    }
}

/// The same for querying a file and for reading a link.
#[test]
fn races_of_questions() {
    let dir = furnished("races-of-questions");
    for method in methods(&dir) {
        let world = world(&dir, method);
        for (path, is_there, is_link) in [
            (&["sub", "file"][..], true, false),
            (&["up"], true, true),
            (&["up", "secret"], false, false),
            (&["up", "secret", "file"], false, false),
            (&["sub", "back"], true, true),
            (&["todata", "tohere"], false, false),
        ] {
            let components: Vec<_> = path.iter().map(Into::into).collect();
            let entry = world.host.sandbox.below(0, &components);
            let entry = entry.as_ref();
            let found = (entry.is_ok_and(|one| one.status().is_ok()), entry.is_ok_and(|one| one.link_target().is_ok()));
            assert_eq!(found, (is_there, is_link), "{path:?} {method:?}");
        }
    }
}

#[test]
fn special_files() {
    let dir = furnished("special");
    let fifo = std::ffi::CString::new(absolute(&dir, "here/fifo")).unwrap();
    // SAFETY: the path outlives the call.
    assert_eq!(unsafe { libc::mkfifo(fifo.as_ptr(), 0o600) }, 0);
    let mut world = world(&dir, Method::Stepwise);
    assert_eq!(world.open(0, "fifo", 0), -13);
    let message =
        format!("rank 0 may not open {}: neither a regular file nor a directory", absolute(&dir, "here/fifo"));
    assert_eq!(world.host.take_warnings()[0].message, message);
}

#[test]
fn warnings() {
    let dir = furnished("warnings");
    let mut world = world(&dir, Method::Stepwise);
    for path in ["/etc/passwd", "/etc/../etc/passwd", "../public/file", "sub/file"] {
        world.open(1, path, 0);
        world.open(0, path, 1);
    }
    let at = world.string(RAM_BASE, "../secret/file");
    world.value(0, 35, &[AT_FDCWD, at, 0]);
    world.open(1, "steal", 0);
    world.open(0, "/\u{1b}[2J\nrankine: forged", 0);
    let messages: Vec<String> = world.host.take_warnings().into_iter().map(|warning| warning.message).collect();
    let expected = [
        "rank 1 may not open /etc/passwd: outside the allowed directories; add --dir /etc:ro".to_owned(),
        format!(
            "rank 0 may not write {}: its directory is allowed for reading only (--dir …:ro)",
            absolute(&dir, "public/file")
        ),
        format!(
            "rank 0 may not remove {}: outside the allowed directories; add --dir {}",
            absolute(&dir, "secret/file"),
            absolute(&dir, "secret")
        ),
        format!(
            "rank 1 may not open {}: a link on the way leads to {}, outside the allowed directories; add --dir {}:ro",
            absolute(&dir, "here/steal"),
            absolute(&dir, "secret/file"),
            absolute(&dir, "secret")
        ),
        "rank 0 may not open /\\u{1b}[2J\\nrankine: forged: outside the allowed directories; add --dir /:ro".to_owned(),
    ];
    assert_eq!(messages, expected);
    for number in 0..1000 {
        world.open(1, &format!("/{number}"), 0);
    }
    assert_eq!(world.host.take_warnings().len(), 95, "a hundred in all");
}

#[test]
fn directories_that_cannot_be_given() {
    let dir = furnished("given");
    for (path, message) in [("nowhere", "No such file or directory (os error 2)"), ("sub/file", "not a directory")] {
        let mut options = super::HostOptions::new(dir.path("here"));
        options.dirs = vec![AllowedDir::parse(path)];
        let expected =
            format!("cannot give programs the directory {}: {message}", absolute(&dir, &format!("here/{path}")));
        assert_eq!(super::Host::new(options, 1).err().map(|error| error.0), Some(expected));
    }
}
