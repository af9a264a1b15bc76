//! Tests of compressed files: they hold the same as uncompressed ones.

use super::runs::ran;
use rankine_tests::check_rows;
use std::io::Read;
use std::path::Path;

/// Formats, and a file name for each. Of files per rank, the test compares those of rank 1.
const FORMATS: &[(&str, &str)] = &[
    ("commit", "%r.log"),
    ("spike", "%r.spike"),
    ("kanata", "%r.kanata"),
    ("perfetto", "run.pftrace"),
    ("chrome", "run.json"),
    ("paraver", "run.prv"),
    ("simgrid", "run.ti"),
];

fn unpacked(path: &Path) -> Result<Vec<u8>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", path.display());
    let packed = std::fs::read(path).map_err(failed)?;
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("gz") => {
            let mut bytes = Vec::new();
            let mut decoder = flate2::read::MultiGzDecoder::new(&packed[..]);
            decoder.read_to_end(&mut bytes).map(|_| bytes).map_err(failed)
        }
        Some("zst") => zstd::decode_all(&packed[..]).map_err(failed),
        _ => Ok(packed),
    }
}

#[test]
fn compressed() {
    let endings = ["", ".gz", ".zst"];
    let traces = FORMATS.iter().flat_map(|(format, file)| {
        // Each ending gets another name, because Paraver's other two files have the same endings in all cases.
        endings.map(|ending| format!("--trace {format}={}{file}{ending} ", ending.trim_start_matches('.')))
    });
    let traces: String = traces.collect();
    let ran = ran("compressed", "apps/ring.c", &format!("-n 2 {traces}"), "--rounds 2");
    check_rows(FORMATS, |(format, file)| {
        let names =
            endings.map(|ending| format!("{}{file}{ending}", ending.trim_start_matches('.')).replace("%r", "1"));
        let [plain, gzip, zstd] = names.map(|name| unpacked(&ran.directory.join(name)));
        let plain = plain?;
        // The list names the files beside it, and their names contain the list's name.
        let expected = |name: &str| match *format {
            "simgrid" => String::from_utf8_lossy(&plain).replace("run.ti", name).into_bytes(),
            _ => plain.clone(),
        };
        match !plain.is_empty() && gzip? == expected("gzrun.ti.gz") && zstd? == expected("zstrun.ti.zst") {
            true => Ok(()),
            false => Err(format!("{format}: what was compressed differs from what was not")),
        }
    });
    for name in ["run.pcf", "run.row"] {
        let others = ["gz", "zst"].map(|ending| ran.read(&format!("{ending}{name}")));
        assert_eq!(others, [ran.read(name), ran.read(name)]);
    }
}
