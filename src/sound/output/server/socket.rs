//! Finds the local sockets at which a PulseAudio server may listen, and the cookie that it asks for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns the sockets at which a server may listen, by the variables that PulseAudio's own programs read.
///
/// `PULSE_SERVER` is a list of addresses, of which only those of this machine are used; if it is set, nothing else is tried.
pub(super) fn candidates(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    if let Some(servers) = variable("PULSE_SERVER").filter(|servers| !servers.is_empty()) {
        return servers.to_string_lossy().split_whitespace().filter_map(local_path).collect();
    }
    let runtime = variable("PULSE_RUNTIME_PATH").map(|folder| PathBuf::from(folder).join("native"));
    let session = variable("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("pulse/native"));
    let system = ["/run/pulse/native", "/var/run/pulse/native"].map(PathBuf::from);
    runtime.into_iter().chain(session).chain(system).collect()
}

/// Returns the path of a server address such as `unix:/run/user/1000/pulse/native`, which may begin with the id of a
/// machine in braces; `None` for servers on a network.
fn local_path(address: &str) -> Option<PathBuf> {
    let place = match address.strip_prefix('{') {
        Some(rest) => rest.split_once('}')?.1,
        None => address,
    };
    let path = place.strip_prefix("unix:").unwrap_or(place);
    path.starts_with('/').then(|| PathBuf::from(path))
}

/// Length of a cookie; the server takes one of another length for an error.
const COOKIE_BYTES: usize = 256;

/// Reads the cookie that proves to the server whose program this is; zeros if there is none, for servers that know the
/// user by other means.
pub(super) fn cookie() -> Vec<u8> {
    pulseaudio::cookie_path_from_env().map_or_else(|| vec![0; COOKIE_BYTES], |path| read_cookie(&path))
}

/// Reads the cookie in a file; a link to it is followed, as by PulseAudio's own programs.
fn read_cookie(path: &Path) -> Vec<u8> {
    let file = storage::follow_link(path);
    let read = file.and_then(|file| storage::read_beginning(&file, COOKIE_BYTES as u64));
    let mut cookie = read.unwrap_or_default();
    cookie.resize(COOKIE_BYTES, 0);
    cookie
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(variables: &[(&str, &str)]) -> Vec<String> {
        let find = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        };
        candidates(find).into_iter().map(|path| path.display().to_string()).collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_cookie_is_read_through_a_link_and_a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, pipe] = ["file", "link", "pipe"].map(|name| folder.path().join(name));
        std::fs::write(&file, [7; COOKIE_BYTES + 1]).expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("it runs").success());
        assert_eq!(read_cookie(&file), [7; COOKIE_BYTES]);
        assert_eq!(read_cookie(&link), [7; COOKIE_BYTES]);
        assert_eq!(read_cookie(&pipe), [0; COOKIE_BYTES]);
        assert_eq!(read_cookie(&folder.path().join("none")), [0; COOKIE_BYTES]);
    }

    #[test]
    fn the_server_of_the_session_comes_before_that_of_the_system() {
        let found = paths(&[("XDG_RUNTIME_DIR", "/run/user/7"), ("PULSE_RUNTIME_PATH", "/own")]);
        assert_eq!(found[..3], ["/own/native", "/run/user/7/pulse/native", "/run/pulse/native"]);
        assert_eq!(paths(&[]), ["/run/pulse/native", "/var/run/pulse/native"]);
    }

    #[test]
    fn a_named_server_is_the_only_one() {
        let named = |server| paths(&[("XDG_RUNTIME_DIR", "/run/user/7"), ("PULSE_SERVER", server)]);
        assert_eq!(named("unix:/a/b"), ["/a/b"]);
        assert_eq!(named("/a/b"), ["/a/b"]);
        assert_eq!(named("{0123abc}unix:/a/b tcp:there:4713"), ["/a/b"]);
        assert_eq!(named("tcp:there"), Vec::<String>::new());
        assert_eq!(named("")[0], "/run/user/7/pulse/native");
    }
}
