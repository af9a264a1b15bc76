//! Platforms of the TMD family: what `rankine describe` says of their connections, and what is told of tables written by hand.

use rankine_tests::{rankine, root, scratch};

#[test]
fn describe_shows_boards_and_channels() {
    let directory = scratch("tmd-describe");
    let rows: &[(&str, &[&str])] = &[
        (
            "tmd-3x3",
            &[
                "  fifo_words = 16 ",
                "  board 2\n    NetIf of node 6: hart\n      channel 0: NetIf of board 2's gateway 0 to board 0, ranks 0 to 2\n",
                "    NetIf of board 1's gateway 0 to board 2: bridge and OCCC, for ranks 6 to 8\n      channel 0: NetIf of node 3, rank 3\n",
            ],
        ),
        ("tmd-simple", &["    NetIf of node 1: hart\n      channel 0: NetIf of node 2, which takes rank 2\n"]),
        ("tmd-9", &["isa = \"rv32if\"", "    NetIf of node 8: hart\n      channel 0: NetIf of node 0, rank 0\n"]),
    ];
    for (platform, expected) in rows {
        let output = rankine(&directory, &["describe", platform]);
        let missing: Vec<_> = expected.iter().filter(|text| !output.stdout.contains(**text)).collect();
        assert!(output.code == 0 && missing.is_empty(), "{platform}: no {missing:?} in {}", output.stdout);
    }
}

/// A table that sends packets for rank 2 to rank 1, on a machine where nobody sends any.
#[test]
fn tables_that_lead_astray_are_told_at_the_beginning() {
    let directory = scratch("tmd-astray");
    let nodes = "{ board = 0, attach = 'hart', mpe = false }";
    let astray =
        "{ board = 0, attach = 'hart', mpe = false, channels = [{ node = 1, low = 1, high = 2 }, { node = 2 }] }";
    let text = format!("base = 'tmd-simple'\n[tmd]\nnetif = 'selective'\nnodes = [{astray}, {nodes}, {nodes}]\n");
    std::fs::write(directory.join("astray.toml"), text).expect("scratch is writable");
    let hello = root().join("apps/hello.c").display().to_string();
    let output = rankine(&directory, &["run", "-n", "2", "--platform", "astray.toml", &hello]);
    assert_eq!(output.code, 0, "{output:?}");
    let expected = "rankine: warning: tmd: packets of rank 0 for rank 2 come to rank 1";
    assert!(output.stderr.contains(expected), "{output:?}");
}
