//! The place where a submission is compiled and run: new directories, separate from the lab and
//! from other submissions.

use super::child::{self, Ended, Limits};
use super::lab::{Check, Lab};
use super::landlock::{Access, Rules};
use super::outcome::{Compiled, Run};
use crate::cc;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, io};

/// Disk space of the compiler, for any source.
const COMPILER_DISK_BYTES: u64 = 1 << 26;

/// Limits of the compiler, for any source. Its own files are in `disk`.
fn of_compiler(disk: &Path) -> Limits<'_> {
    Limits {
        seconds: 30,
        resident_bytes: 1 << 30,
        address_bytes: Some(1 << 31),
        output_bytes: 1 << 16,
        disk_bytes: COMPILER_DISK_BYTES,
        disk,
    }
}

/// Memory that a run needs besides the nodes: the emulator itself and its statistics.
const EMULATOR_BYTES: u64 = 1 << 28;

/// The environment variables that a child sees.
const VARIABLES: [&str; 7] =
    ["PATH", "HOME", "XDG_CACHE_HOME", "RANKINE_CACHE", "RANKINE_CACHE_MIB", "RANKINE_GCC", "RANKINE_SOURCES"];

/// Directories and files of this computer that children may read: programs and their libraries.
const SYSTEM: [&str; 8] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc/ld.so.cache"];

/// Directories of a place: sources, files that programs see, files of the compiler, and results of
/// runs.
const PARTS: [&str; 4] = ["source", "run", "tmp", "result"];

/// A place. It is removed when it is dropped.
pub struct Place<'a> {
    lab: &'a Lab,
    root: PathBuf,
    rules: Option<Arc<Rules>>,
}

impl Place<'_> {
    /// Makes a place in which the lab's source has this text.
    pub fn new<'a>(lab: &'a Lab, text: &[u8]) -> io::Result<Place<'a>> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = env::temp_dir().canonicalize()?.join(format!("rankine-grade-{}-{count}", std::process::id()));
        fs::create_dir(&root)?;
        let mut place = Place { lab, root, rules: None };
        PARTS.iter().try_for_each(|part| fs::create_dir(place.part(part)))?;
        for name in &lab.beside {
            let to = place.part("source").join(name);
            to.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::copy(lab.directory.join(name), to)?;
        }
        fs::write(place.part("source").join(&lab.source), text)?;
        place.rules = rules(&place)?;
        Ok(place)
    }

    fn part(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Compiles the source for a check's platform and library, without linking. Also returns the
    /// object. The library is built before, if it is not there, within the limits of the compiler:
    /// those of a run are too small for it.
    pub fn compile(&self, check: &Check) -> io::Result<(Compiled, Vec<u8>)> {
        let object = self.part("result").join("object.o");
        let mut words: Vec<String> = ["cc", "-O2", "-c", "-o"].map(str::to_owned).to_vec();
        words.extend([object.display().to_string(), self.lab.source.clone()]);
        words.extend(check.platform.iter().map(|platform| format!("--platform={platform}")));
        words.extend(check.library.iter().flat_map(|parameter| ["--library".to_owned(), parameter.clone()]));
        let ended = self.child(&words, "", of_compiler(&self.part("tmp")))?;
        let bytes = fs::read(&object).unwrap_or_default();
        let _ = fs::remove_file(&object); // no such file if the source does not compile
        Ok((Compiled::new(&ended, &bytes, &self.names(&ended.stderr)), bytes))
    }

    /// Runs the submission for a check, with this number of ranks. The emulator itself limits what
    /// the program writes to files; the limit of disk space is for the compiler, which runs before.
    pub fn run(&self, check: &Check, ranks: u64) -> io::Result<Run> {
        let (stats, run, tmp) = (self.part("result").join("stats.json"), self.part("run"), self.part("tmp"));
        let limits = self.lab.limits;
        fs::remove_dir_all(&run)?;
        fs::create_dir(&run)?;
        let mut words: Vec<String> =
            ["run", "-q", "--threads", "1", "--heartbeat", "0", "-wdir"].map(str::to_owned).to_vec();
        words.extend([run.display().to_string(), "--stats".into(), stats.display().to_string()]);
        words.extend(["--max-written".into(), format!("{}MiB", limits.disk_mib)]);
        words.extend(options(check, ranks));
        words.push(self.lab.source.clone());
        words.extend(check.arguments.iter().cloned());
        let ended = self.child(
            &words,
            &check.input,
            Limits {
                seconds: limits.seconds,
                resident_bytes: (limits.memory_mib << 20).saturating_add(EMULATOR_BYTES),
                address_bytes: None,
                output_bytes: (limits.output_kib << 10) as usize,
                disk_bytes: COMPILER_DISK_BYTES.max(limits.disk_mib << 20),
                disk: &tmp,
            },
        )?;
        let text = fs::read(&stats).unwrap_or_default();
        let _ = fs::remove_file(&stats); // no such file if the run did not begin
        Ok(Run::new(&ended, &text, &self.names(&ended.stderr)))
    }

    /// Runs `rankine` with these words in the directory of the source.
    fn child(&self, words: &[String], input: &str, limits: Limits) -> io::Result<Ended> {
        let input_file = self.part("result").join("input");
        fs::write(&input_file, input)?;
        let mut command = Command::new(env::current_exe()?);
        command.args(words).current_dir(self.part("source")).env_clear();
        command.envs(VARIABLES.iter().filter_map(|name| Some((*name, env::var_os(name)?))));
        command.env("TMPDIR", self.part("tmp")).env("LC_ALL", "C");
        child::run(command, &input_file, limits, self.rules.clone())
    }

    /// A child's messages, with names of files that are the same in every place.
    fn names(&self, said: &[u8]) -> String {
        let root = self.root.display().to_string();
        let mut said = String::from_utf8_lossy(said).into_owned();
        let cache = cc::cache_directory().map(|cache| format!("{}/", cache.display()));
        let parts = ["source/", "result/", "run"].map(|part| format!("{root}/{part}"));
        parts.iter().chain(&cache).for_each(|place| said = said.replace(place.as_str(), ""));
        // The compiler gives its temporary files other names each time.
        let before = format!("{root}/tmp/");
        let mut parts = said.split(before.as_str());
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(part.len());
            text += "object";
            text += &part[end..];
        }
        text
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root); // the system cleans temporary files later
    }
}

/// The options of `rankine run` for a check. A student can repeat the run with them.
pub fn options(check: &Check, ranks: u64) -> Vec<String> {
    let mut words = vec!["-n".to_owned(), ranks.to_string()];
    let mut option = |name: &str, value: &str| words.extend([name.to_owned(), value.to_owned()]);
    check.platform.iter().for_each(|platform| option("--platform", platform));
    check.settings.iter().for_each(|setting| option("--set", setting));
    check.library.iter().for_each(|parameter| option("--library", parameter));
    option("--max-cycles", &check.cycles_max.to_string());
    if check.is_clean {
        words.push("--check".into());
    }
    words
}

/// Can this computer prevent submissions from reading its files through the compiler?
pub fn is_closed() -> bool {
    Rules::new().is_some()
}

/// The files that children of a place may open. None if this computer has no allow-lists.
fn rules(place: &Place) -> io::Result<Option<Arc<Rules>>> {
    let Some(rules) = Rules::new() else { return Ok(None) };
    let sources = env::var_os("RANKINE_SOURCES").map(PathBuf::from);
    let library = sources.into_iter().flat_map(|root| [root.join("libmpi-c"), root.join("toolchain")]);
    let ours = [env::current_exe()?].into_iter().chain(library).chain(cc::directory_of_gcc());
    SYSTEM.iter().map(PathBuf::from).chain(ours).for_each(|path| rules.allow(&path, Access::Read));
    ["/dev/null", "/dev/urandom"].iter().for_each(|device| rules.allow(Path::new(device), Access::Use));
    cc::cache_directory().iter().for_each(|cache| rules.allow(cache, Access::Change));
    rules.allow(&place.root, Access::Change);
    Ok(Some(Arc::new(rules)))
}
