//! Checks for a display before a window is opened, as a failure afterwards would be a panic.

use std::panic::{self, PanicHookInfo};
use std::sync::{Arc, Mutex};

use crate::app::DesktopError;

/// Beginnings of the panic messages of libraries that find no graphics device or display.
const NO_ADAPTER: [&str; 3] = ["Unable to find a GPU", "Failed to create wgpu surface", "RequestDeviceError"];
const NO_DISPLAY: [&str; 2] = ["Failed to build event loop", "Failed to create window"];

/// Checks that a display can be reached.
///
/// # Errors
/// Returns `DesktopError::NoDisplay` if there is none, or it does not answer.
pub(super) fn reachable() -> Result<(), DesktopError> {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        // The window library takes Wayland where there is one, and then does not try X11.
        let variable = |name| std::env::var(name).unwrap_or_default();
        let reachable = match (variable("WAYLAND_DISPLAY"), variable("WAYLAND_SOCKET")) {
            (_, socket) if !socket.is_empty() => Ok(()),
            (name, _) if name.is_empty() => x11::reachable(&variable("DISPLAY")),
            (name, _) => wayland::reachable(&name, &variable("XDG_RUNTIME_DIR")),
        };
        reachable.map_err(DesktopError::NoDisplay)
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    Ok(())
}

#[cfg(all(unix, not(target_os = "macos")))]
mod wayland {
    use std::os::unix::net::UnixStream;
    use std::path::Path;

    /// Checks that the compositor of this name, or this path, answers; names are in the folder `runtime`.
    pub fn reachable(name: &str, runtime: &str) -> Result<(), String> {
        if runtime.is_empty() && Path::new(name).is_relative() {
            return Err("the variable XDG_RUNTIME_DIR is not set".to_owned());
        }
        UnixStream::connect(Path::new(runtime).join(name))
            .map(|_| ())
            .map_err(|_| format!("the Wayland display `{name}` does not answer"))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_compositor_is_found_by_name_or_by_path() {
            let folder = tempfile::tempdir().expect("a folder");
            let runtime = folder.path().to_str().expect("plain letters");
            let error = reachable("wayland-9", runtime).expect_err("no compositor listens");
            assert!(error.contains("`wayland-9` does not answer"), "{error}");
            let path = folder.path().join("wayland-9");
            let _listener = std::os::unix::net::UnixListener::bind(&path).expect("bound");
            assert_eq!(reachable("wayland-9", runtime), Ok(()));
            assert_eq!(reachable(path.to_str().expect("plain letters"), ""), Ok(()));
            assert!(reachable("wayland-9", "").expect_err("no folder").contains("XDG_RUNTIME_DIR"));
        }
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
mod x11 {
    use std::net::{TcpStream, ToSocketAddrs};
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    /// Address of a display server.
    #[derive(Debug, PartialEq, Eq)]
    pub enum DisplayAddress {
        /// A local socket with this number.
        Local(u16),
        /// Another host and its port.
        Remote(String, u16),
    }

    pub fn parse(name: &str) -> Option<DisplayAddress> {
        let (host, rest) = name.rsplit_once(':')?;
        let number: u16 = rest.split('.').next()?.parse().ok()?;
        match host {
            "" | "unix" => Some(DisplayAddress::Local(number)),
            host => Some(DisplayAddress::Remote(host.to_owned(), number.checked_add(6000)?)),
        }
    }

    pub fn reachable(name: &str) -> Result<(), String> {
        if name.is_empty() {
            return Err("neither WAYLAND_DISPLAY nor DISPLAY is set".to_owned());
        }
        let wrong = || format!("the display `{name}` does not answer");
        match parse(name) {
            None => Err(format!("the variable DISPLAY is `{name}`, which is not a display")),
            Some(DisplayAddress::Local(number)) => local(number).then_some(()).ok_or_else(wrong),
            Some(DisplayAddress::Remote(host, port)) => {
                let mut addresses = (host.as_str(), port).to_socket_addrs().map_err(|_| wrong())?;
                let patience = Duration::from_secs(3);
                addresses
                    .any(|address| TcpStream::connect_timeout(&address, patience).is_ok())
                    .then_some(())
                    .ok_or_else(wrong)
            }
        }
    }

    fn local(number: u16) -> bool {
        let path = format!("/tmp/.X11-unix/X{number}");
        if UnixStream::connect(&path).is_ok() {
            return true;
        }
        #[cfg(target_os = "linux")]
        {
            use std::os::linux::net::SocketAddrExt;
            let address = std::os::unix::net::SocketAddr::from_abstract_name(&path);
            if address.is_ok_and(|address| UnixStream::connect_addr(&address).is_ok()) {
                return true;
            }
        }
        false
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn display_names_are_read() {
            assert_eq!(parse(":0"), Some(DisplayAddress::Local(0)));
            assert_eq!(parse(":99.1"), Some(DisplayAddress::Local(99)));
            assert_eq!(
                parse("far.example:10.0"),
                Some(DisplayAddress::Remote("far.example".to_owned(), 6010))
            );
            assert_eq!(parse("nonsense"), None);
        }

        #[test]
        fn errors_name_what_is_missing() {
            assert!(reachable("").expect_err("no display").contains("DISPLAY"));
            assert!(reachable("nonsense").expect_err("no display").contains("`nonsense`"));
            assert!(reachable(":65000").expect_err("no display").contains("does not answer"));
        }
    }
}

/// Runs the program. A library panic about display or graphics becomes an error, other panics are passed on.
pub(super) fn run_guarded<T>(work: impl FnOnce() -> T) -> Result<T, DesktopError> {
    let reason: Arc<Mutex<Option<DesktopError>>> = Arc::default();
    let usual = Arc::new(panic::take_hook());
    panic::set_hook({
        let (reason, usual) = (reason.clone(), usual.clone());
        Box::new(move |info| {
            let mut reason = reason.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match display_error(&panic_message(info)) {
                Some(error) => *reason = Some(error),
                None if reason.is_none() => usual(info),
                None => {} // a consequence of the first panic
            }
        })
    });
    let result = panic::catch_unwind(panic::AssertUnwindSafe(work));
    drop(panic::take_hook());
    panic::set_hook(Box::new(move |info| usual(info)));
    result.map_err(|payload| {
        let mut reason = reason.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        reason.take().unwrap_or_else(|| panic::resume_unwind(payload))
    })
}

fn panic_message(info: &PanicHookInfo) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

fn display_error(message: &str) -> Option<DesktopError> {
    let contains_any = |phrases: &[&str]| phrases.iter().any(|phrase| message.contains(phrase));
    if contains_any(&NO_ADAPTER) {
        return Some(DesktopError::NoAdapter);
    }
    contains_any(&NO_DISPLAY).then(|| DesktopError::NoDisplay("no window can be opened on it".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_adapter_is_not_a_bug() {
        assert!(matches!(
            display_error("Unable to find a GPU! Make sure ..."),
            Some(DesktopError::NoAdapter)
        ));
        assert!(matches!(display_error("Failed to build event loop: ..."), Some(DesktopError::NoDisplay(_))));
        assert!(display_error("index out of bounds").is_none());
    }
}
