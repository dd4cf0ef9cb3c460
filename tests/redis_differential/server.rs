//! A real server of one's own, and the few lines of RESP2 it takes to talk to it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use redeliver::base::Bytes;
use redeliver::store::Reply;

/// A redis-server on a free loopback port, without persistence; it ends, and its directory goes, when dropped.
pub(crate) struct Server {
    process: Child,
    directory: PathBuf,
    stream: BufReader<TcpStream>,
}

impl Server {
    /// Starts a server and connects to it.
    pub(crate) fn start(name: &str) -> Self {
        let port = free_port();
        let directory = std::env::temp_dir().join(format!("redeliver-{name}-{}-{port}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory for the server");
        let spawned = Command::new("redis-server")
            .args(["--port", &port.to_string(), "--bind", "127.0.0.1"])
            .args(["--save", "", "--appendonly", "no", "--loglevel", "warning"])
            .arg("--dir")
            .arg(&directory)
            .stdout(Stdio::null())
            .spawn();
        let process = match spawned {
            Ok(process) => process,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                panic!(
                    "redis-server is missing: `apt-get install redis-server` (macOS: `brew install redis`)"
                )
            }
            Err(error) => panic!("redis-server does not start: {error}"),
        };
        let stream = BufReader::new(connect(port));
        Self { process, directory, stream }
    }

    /// Sends commands in one go and answers all their replies.
    pub(crate) fn exec_all(&mut self, commands: &[Vec<Bytes>]) -> Vec<Reply> {
        let mut request = Vec::new();
        for argv in commands {
            request.extend(format!("*{}\r\n", argv.len()).bytes());
            for argument in argv {
                request.extend(format!("${}\r\n", argument.len()).bytes());
                request.extend_from_slice(argument);
                request.extend(b"\r\n");
            }
        }
        self.stream.get_mut().write_all(&request).expect("the server reads");
        commands.iter().map(|_| self.read_reply()).collect()
    }

    /// Sends one command.
    pub(crate) fn exec(&mut self, argv: &[Bytes]) -> Reply {
        self.exec_all(&[argv.to_vec()]).remove(0)
    }

    fn read_reply(&mut self) -> Reply {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("the server answers in lines");
        let line = line.trim_end_matches("\r\n");
        let (kind, rest) = line.split_at_checked(1).expect("a reply has a kind");
        let number = || rest.parse::<i64>().expect("a number");
        match kind {
            "+" => Reply::Status(status(rest)),
            "-" => Reply::Error(rest.to_owned()),
            ":" => Reply::Int(number()),
            "$" if number() < 0 => Reply::Nil,
            "$" => {
                let mut bytes = vec![0; usize::try_from(number()).expect("a length") + 2];
                self.stream.read_exact(&mut bytes).expect("as many bytes as announced");
                bytes.truncate(bytes.len() - 2);
                Reply::bulk(bytes)
            }
            "*" if number() < 0 => Reply::NilArray,
            "*" => Reply::Array((0..number()).map(|_| self.read_reply()).collect()),
            _ => panic!("not RESP2: {line}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Nothing can be done about a failure here, and nothing depends on it.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

fn status(text: &str) -> &'static str {
    const KNOWN: [&str; 8] = ["OK", "PONG", "none", "string", "list", "set", "hash", "zset"];
    KNOWN.into_iter().find(|known| *known == text).unwrap_or_else(|| panic!("an unknown status: {text}"))
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").port()
}

fn connect(port: u16) -> TcpStream {
    const PAUSE: Duration = Duration::from_millis(20);
    for _ in 0..500 {
        if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
            stream.set_nodelay(true).expect("no delay");
            stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
            return stream;
        }
        sleep(PAUSE);
    }
    panic!("redis-server does not answer on port {port}");
}
