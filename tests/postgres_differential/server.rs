//! A PostgreSQL server of one's own, and the few messages of its protocol that simple queries take.

use std::io::{ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long anything may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(2);

/// A server without durability, on a socket in its own directory; it ends, and its directory goes, when dropped.
pub(crate) struct Server {
    process: Child,
    directory: PathBuf,
}

/// The program, in the path or where Debian puts it.
fn program(name: &str) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for version in std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
        places.push(version.path().join("bin"));
    }
    let found = places.into_iter().map(|place| place.join(name)).find(|place| place.exists());
    found.unwrap_or_else(|| panic!("{name} is missing: `apt-get install postgresql`"))
}

/// A command run as the user `postgres` where the test runs as root, which the server refuses.
fn as_server(name: &str) -> Command {
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0\n"));
    if !root {
        return Command::new(program(name));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]).arg(program(name));
    command
}

impl Server {
    /// Starts a server.
    pub(crate) fn start(name: &str) -> Self {
        let directory = std::env::temp_dir().join(format!("redeliver-pg-{name}-{}", std::process::id()));
        let data = directory.join("data");
        std::fs::create_dir_all(&directory).expect("a directory for the server");
        // The server's user must be able to write there.
        let open = Command::new("chmod").arg("777").arg(&directory).status();
        assert!(open.is_ok_and(|status| status.success()), "the directory can be opened to the server");
        let made = as_server("initdb")
            .args(["-A", "trust", "-U", "postgres", "--no-locale", "-E", "UTF8", "--no-sync", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "initdb makes a database");
        let mut command = as_server("postgres");
        command.arg("-D").arg(&data).arg("-k").arg(&directory).args(["-h", "", "-p", "5432"]);
        // Rows in the order of the heap; a deadlock is found soon.
        for setting in [
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "autovacuum=off",
            "deadlock_timeout=10ms",
            "enable_indexscan=off",
            "enable_indexonlyscan=off",
            "enable_bitmapscan=off",
        ] {
            command.args(["-c", setting]);
        }
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the server starts");
        Self { process, directory }
    }

    /// One more session.
    pub(crate) fn connect(&self) -> Connection {
        let socket = self.directory.join(".s.PGSQL.5432");
        let begun = Instant::now();
        loop {
            if let Some(connection) = Connection::open(&socket) {
                return connection;
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not answer");
            sleep(PAUSE);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGINT, so that it takes its children along. Nothing can be done about a failure here.
        let _ = Command::new("kill").args(["-INT", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// What the server said to one query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reply {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// The command tag; empty after an error.
    pub tag: String,
    /// SQLSTATE, message, detail and position of an error.
    pub error: Option<[String; 4]>,
    /// `I` idle, `T` in a transaction, `E` in a failed one.
    pub status: char,
}

/// One session.
pub(crate) struct Connection {
    stream: UnixStream,
    received: Vec<u8>,
    partial: Reply,
    pub process: u32,
}

fn framed(kind: u8, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).expect("a short message");
    [&[kind], &length.to_be_bytes()[..], body].concat()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Connection {
    fn open(socket: &Path) -> Option<Self> {
        let mut stream = UnixStream::connect(socket).ok()?;
        stream.set_read_timeout(Some(PAUSE)).ok()?;
        let parameters = b"user\0postgres\0database\0postgres\0\0";
        let length = u32::try_from(8 + parameters.len()).ok()?;
        let mut startup = length.to_be_bytes().to_vec();
        startup.extend(196_608_u32.to_be_bytes());
        startup.extend(parameters);
        stream.write_all(&startup).ok()?;
        let mut connection = Self { stream, received: Vec::new(), partial: Reply::default(), process: 0 };
        // While the server starts up, it refuses with an error and closes.
        let reply = connection.wait_for_reply()?;
        reply.error.is_none().then_some(connection)
    }

    /// Sends one statement: as it is, or with parameters, whose types the server finds out.
    pub(crate) fn send(&mut self, query: &str, parameters: &[Option<String>]) {
        let query = [query.as_bytes(), b"\0"].concat();
        let messages = if parameters.is_empty() {
            framed(b'Q', &query)
        } else {
            // The portal and the statement without a name, all formats text.
            let mut bind = vec![0, 0, 0, 0];
            bind.extend(u16::try_from(parameters.len()).expect("few parameters").to_be_bytes());
            for parameter in parameters {
                let length = parameter.as_ref().map_or(-1, |text| i32::try_from(text.len()).expect("short"));
                bind.extend(length.to_be_bytes());
                bind.extend(parameter.iter().flat_map(|text| text.bytes()));
            }
            bind.extend([0, 0]);
            let parse = framed(b'P', &[b"\0", &*query, &[0, 0]].concat());
            let run = [framed(b'D', b"P\0"), framed(b'E', &[0; 5]), framed(b'S', b"")].concat();
            [parse, framed(b'B', &bind), run].concat()
        };
        self.stream.write_all(&messages).expect("the server reads");
    }

    /// The reply, if it comes within a moment.
    pub(crate) fn poll(&mut self) -> Option<Reply> {
        loop {
            while let Some((kind, body)) = self.message() {
                if kind == b'Z' {
                    let mut reply = std::mem::take(&mut self.partial);
                    reply.status = char::from(body[0]);
                    return Some(reply);
                }
                self.take_in(kind, &body);
            }
            let mut buffer = [0; 4096];
            match self.stream.read(&mut buffer) {
                Ok(0) => return None,
                Ok(count) => self.received.extend_from_slice(&buffer[..count]),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    return None;
                }
                // A signal on a busy machine.
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("the connection broke: {error}"),
            }
        }
    }

    /// The reply; `None` when the server says nothing.
    pub(crate) fn wait_for_reply(&mut self) -> Option<Reply> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(reply) = self.poll() {
                return Some(reply);
            }
            if self.partial.error.is_some() && self.process == 0 {
                return None;
            }
        }
        None
    }

    pub(crate) fn query(&mut self, query: &str) -> Reply {
        self.send(query, &[]);
        self.wait_for_reply().unwrap_or_else(|| panic!("no answer to {query}"))
    }

    fn message(&mut self) -> Option<(u8, Vec<u8>)> {
        let length = u32::from_be_bytes(self.received.get(1..5)?.try_into().ok()?) as usize;
        let body = self.received.get(5..=length)?.to_vec();
        let kind = self.received[0];
        self.received.drain(..=length);
        Some((kind, body))
    }

    fn take_in(&mut self, kind: u8, body: &[u8]) {
        match kind {
            b'K' => self.process = u32::from_be_bytes(body[..4].try_into().expect("a process id")),
            b'T' => {
                let mut rest = &body[2..];
                while let Some(end) = rest.iter().position(|byte| *byte == 0) {
                    self.partial.columns.push(text(&rest[..end]));
                    rest = &rest[end + 19..];
                }
            }
            b'D' => {
                let mut rest = &body[2..];
                let mut row = Vec::new();
                while let Some((length, values)) = rest.split_at_checked(4) {
                    let length = i32::from_be_bytes(length.try_into().expect("a length"));
                    let end = usize::try_from(length).unwrap_or(0);
                    row.push(if length < 0 { "null".to_owned() } else { text(&values[..end]) });
                    rest = &values[end..];
                }
                self.partial.rows.push(row);
            }
            b'C' => self.partial.tag = text(&body[..body.len() - 1]),
            b'E' => {
                let field = |wanted: u8| {
                    let mut fields = body.split(|byte| *byte == 0);
                    let found = fields.find(|field| field.first() == Some(&wanted));
                    found.map_or_else(String::new, |field| text(&field[1..]))
                };
                self.partial.error = Some([field(b'C'), field(b'M'), field(b'D'), field(b'P')]);
            }
            _ => {}
        }
    }
}
