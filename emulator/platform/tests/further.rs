//! Tests of further processors of a platform: settings of their costs.

use rankine_platform::Platform;

/// The error; or the entries of the further processor's window, and the bytes of its first-level
/// data cache.
#[test]
fn costs_of_further_processors() {
    for (name, settings, expected) in [
        ("nic", "", "16 32768"),
        ("nic", "nic.timing.window=3", "3 32768"),
        ("nic", "nic.timing.window=3 nic.caches.l1d_bytes=0 nic.timing.window=4", "4 0"),
        ("nic", "timing.window=3 nic.caches.l1d_bytes=4096", "16 4096"),
        ("nic", "nic.profile=untimed", "1 0"),
        ("nic", "nic.timing.windw=3", "unknown key nic.timing.windw (did you mean `window`?)"),
        ("nic", "nic.timing.window=fast", "costs of [nic]"),
        ("nic", "nci.timing.window=3", "no processor for the section [nci.timing] (did you mean `nic.timing`?)"),
        ("bare", "second.timing.window=3", "no processor for the section [second.timing]"),
        ("bare", "second.timing.window=3 second.isa=rv32i", "3 0"),
    ] {
        let settings: Vec<String> = settings.split_whitespace().map(str::to_owned).collect();
        let resolved = Platform::resolve(name, &settings);
        let told = match &resolved {
            Ok(platform) => {
                let view = &platform.further()[0].view;
                format!("{} {}", view.timing.window, view.caches.l1d_bytes)
            }
            Err(e) => e.to_string(),
        };
        assert!(told.contains(expected), "{name} {settings:?}: {told}");
        let Ok(platform) = resolved else { continue };
        let again = Platform::from_text("again.toml", &platform.text, &[]).unwrap();
        assert_eq!(again.text, platform.text, "{settings:?}");
        let own: Vec<&String> = settings.iter().filter(|setting| setting.matches('.').count() > 1).collect();
        let is_described =
            |setting: &&String| platform.describe().contains(&format!("[{}]", &setting[..setting.rfind('.').unwrap()]));
        assert!(own.iter().all(is_described), "{settings:?}: {}", platform.describe());
    }
}
