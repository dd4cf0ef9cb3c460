# Installs what the project needs and is not there yet. Sourced by ./dev; every function is idempotent and
# says what it is about to install before it does. Uses apt, rustup, cargo and npm only.
# shellcheck shell=bash

readonly WASM_TARGET=wasm32-unknown-unknown
readonly TRUNK_VERSION=0.21.14
readonly MDBOOK_VERSION=0.5.4
# Cargo.toml pins the same one: the command line tool and the crate must match exactly.
readonly WASM_BINDGEN_VERSION=0.2.130
# The name under which rustup knows Debian's own compiler in /usr.
readonly DEBIAN_TOOLCHAIN=redeliver-web

note() { printf '%s\n' "-- $*" >&2; }

die() {
  printf '%s\n' "dev: $*" >&2
  exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Whether version $1 is at least version $2.
at_least() { printf '%s\n%s\n' "$2" "$1" | sort -V -C; }

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif has sudo; then
    sudo "$@"
  else
    die "this needs root and there is no sudo; run as root: $*"
  fi
}

apt_install() {
  has apt-get || die "please install: $* (or the packages your system calls so); apt-get is not here to do it"
  note "installing with apt: $*"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@")
  as_root "${install[@]}" </dev/null >/dev/null 2>&1 && return
  as_root apt-get update -qq </dev/null && as_root "${install[@]}" </dev/null >/dev/null
}

# The version that apt would install of package $1, up to the first character that is not a digit or a dot.
apt_candidate() {
  has apt-cache || return 0
  apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9.]*\).*/\1/p'
}

rust_version() { rustc --version 2>/dev/null | cut -d' ' -f2; }

# Whether the compiler that cargo would use is a Rust $1, whatever its last number.
rust_is() { [[ $(rust_version) =~ ^${1//./\\.}(\.|$) ]]; }

minimum_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml; }

# Whether the compiler that cargo would use is new enough, has clippy and rustfmt, and has a standard library
# for wasm that it can read (one left behind by an older compiler does not count).
toolchain_works() {
  local version
  has cargo && version=$(rust_version) || return 1
  at_least "${version:-0}" "$(minimum_rust)" || return 1
  cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 || return 1
  wasm_std_works
}

wasm_std_works() {
  local scratch status=0
  scratch=$(mktemp -d)
  echo 'pub fn probe() -> Vec<u8> { Vec::new() }' |
    rustc --target "$WASM_TARGET" --crate-type lib --emit metadata --out-dir "$scratch" - 2>/dev/null || status=1
  rm -rf "$scratch"
  return $status
}

setup_rust() {
  has cc || apt_install gcc libc6-dev
  if ! toolchain_works && ! use_debian_toolchain && ! install_with_rustup; then
    install_debian_toolchain
  fi
  setup_std_source
  setup_linker
}

# Switches to Debian's compiler if an earlier run prepared it.
use_debian_toolchain() {
  [[ -x /usr/bin/rustc ]] || return 1
  if has rustup; then
    rustup toolchain list 2>/dev/null | grep -q "^$DEBIAN_TOOLCHAIN\b" || return 1
    export RUSTUP_TOOLCHAIN=$DEBIAN_TOOLCHAIN
    toolchain_works && return
    unset RUSTUP_TOOLCHAIN
  fi
  return 1
}

# The usual way. A machine that cannot reach rustup's server fails here, within the time limit.
install_with_rustup() {
  if ! has rustup; then
    # Debian's compiler needs no other server than apt's, so prefer it where it is new enough.
    at_least "$(apt_candidate rustc-web)" "$(minimum_rust)" && return 1
    [[ -n $(apt_candidate rustup) ]] || return 1
    apt_install rustup
  fi
  local version
  version=$(rust_version || true)
  if ! at_least "${version:-0}" "$(minimum_rust)"; then
    note "installing the stable toolchain with rustup"
    timeout 600 rustup toolchain install stable --profile minimal </dev/null || return 1
    export RUSTUP_TOOLCHAIN=stable
  fi
  note "adding the wasm target with rustup"
  timeout 180 rustup target add "$WASM_TARGET" </dev/null &&
    timeout 180 rustup component add clippy rustfmt </dev/null &&
    toolchain_works && return
  note "rustup could not; trying Debian's packages instead"
  unset RUSTUP_TOOLCHAIN
  return 1
}

# The oldest Rust that is supported, beside the one in use. Fails where rustup cannot have it.
setup_minimum_rust() {
  local minimum
  minimum=$(minimum_rust).0
  has rustup || return 1
  rustup run "$minimum" cargo --version >/dev/null 2>&1 && return
  note "installing Rust $minimum, the oldest that is supported, with rustup"
  timeout 600 rustup toolchain install "$minimum" --profile minimal </dev/null
}

install_debian_toolchain() {
  has apt-get && as_root apt-get update -qq </dev/null
  at_least "$(apt_candidate rustc-web)" "$(minimum_rust)" || die "no Rust $(minimum_rust) with the wasm target.
Install rustup (https://rustup.rs, or 'apt-get install rustup' on Ubuntu 24.04 and later), then run:
  rustup toolchain install stable --profile default --target $WASM_TARGET"
  [[ -x /usr/bin/cargo-clippy && -x /usr/bin/cargo-fmt && -x /usr/bin/wasm-ld-22 && -d /usr/lib/rustlib/src/rust ]] ||
    apt_install rustc-web cargo-web rust-web-src rust-web-clippy rustfmt-web lld-22
  if has rustup; then
    rustup toolchain link "$DEBIAN_TOOLCHAIN" /usr
    export RUSTUP_TOOLCHAIN=$DEBIAN_TOOLCHAIN
  fi
  wasm_std_works || build_wasm_std
  toolchain_works || die "Debian's Rust is installed and still cannot compile for $WASM_TARGET"
}

# Debian ships the standard library's source but not the library for wasm: build it once, for all projects.
build_wasm_std() {
  note "building the standard library for wasm from rust-web-src (about 2 minutes, once)"
  local scratch destination
  scratch=$(mktemp -d)
  destination=$(rustc --print sysroot)/lib/rustlib/$WASM_TARGET/lib
  mkdir "$scratch/src"
  : >"$scratch/src/lib.rs"
  printf '[package]\nname = "scratch"\nedition = "2024"\n' >"$scratch/Cargo.toml"
  # The bitcode is what lets the release profile optimise across the standard library.
  (cd "$scratch" && RUSTFLAGS=-Cembed-bitcode=yes RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$scratch/target \
    cargo build -q -Z build-std=std,panic_abort,test --target "$WASM_TARGET" --release </dev/null)
  rm -f "$scratch/target/$WASM_TARGET"/release/deps/libscratch-*
  as_root mkdir -p "$destination"
  as_root find "$destination" -name '*.rlib' -delete
  as_root cp "$scratch/target/$WASM_TARGET"/release/deps/*.rlib "$destination/"
  rm -rf "$scratch"
}

has_std_source() { [[ -e $(rustc --print sysroot)/lib/rustlib/src/rust/library/Cargo.toml ]]; }

# The standard library's source, which ./dev compiles into the page. Debian's compiler has it.
setup_std_source() {
  has_std_source && return
  note "adding the standard library's source with rustup"
  has rustup && timeout 180 rustup component add rust-src </dev/null ||
    note "rustup could not; the page will be 5 kB larger"
}

# Rust from rustup brings a linker for wasm; Debian's does not.
setup_linker() {
  local host linker
  host=$(rustc -vV | sed -n 's/^host: //p')
  [[ -x $(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld ]] && return
  for linker in wasm-ld-22 wasm-ld; do
    has "$linker" && break
  done
  has "$linker" || { apt_install lld-22 && linker=wasm-ld-22; }
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$(command -v "$linker")
  export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER
}

# Whether program $1 is there in exactly version $2.
is_version() { has "$1" && [[ $("$1" --version) =~ \ v?${2//./\\.}$ ]]; }

# Builds a tool into cargo's bin directory. Its speed matters less than the time its compilation takes.
cargo_install() {
  note "building $1 $3 (several minutes, once)"
  env -u CARGO_TARGET_DIR CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_STRIP=debuginfo \
    cargo install -q "$1" --version "$3" "${@:4}" </dev/null
  hash -r
  is_version "$2" "$3" || die "$2 $3 was built, but another one comes first on PATH: $(command -v "$2")"
}

setup_wasm_bindgen() {
  # Not --locked: its lock file names a dependency that is no longer published.
  if ! is_version wasm-bindgen "$WASM_BINDGEN_VERSION" ||
    ! is_version wasm-bindgen-test-runner "$WASM_BINDGEN_VERSION"; then
    cargo_install wasm-bindgen-cli wasm-bindgen "$WASM_BINDGEN_VERSION"
  fi
}

setup_trunk() {
  is_version trunk "$TRUNK_VERSION" || cargo_install trunk trunk "$TRUNK_VERSION" --locked
}

node_works() { has npm && has node && at_least "$(node --version | tr -d v)" 18.19; }

setup_node() {
  if ! node_works; then
    apt_install nodejs npm
    node_works || die "Node 18.19 or later is needed, and this is $(node --version || echo none)"
  fi
  # npm's own record of what it installed cannot tell whether the lock file changed since.
  cmp -s package-lock.json node_modules/.installed-lock && return
  note "installing wasm-opt, Playwright and axe with npm"
  npm ci --no-fund --no-audit --loglevel=error </dev/null >&2
  cp package-lock.json node_modules/.installed-lock
}

# The generators of the sites in examples/. Of mdBook only what builds a book: no server, no search.
setup_examples() {
  is_version mdbook "$MDBOOK_VERSION" ||
    cargo_install mdbook mdbook "$MDBOOK_VERSION" --locked --no-default-features
  (
    cd examples/vitepress || exit
    cmp -s package-lock.json node_modules/.installed-lock && return
    note "installing VitePress for an example with npm"
    npm ci --no-fund --no-audit --loglevel=error </dev/null >&2
    cp package-lock.json node_modules/.installed-lock
  )
}

# Sets CHROMIUM to a browser.
setup_browser() {
  local name
  for name in "${CHROMIUM:-}" chromium google-chrome google-chrome-stable chrome \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    [[ -n $name ]] && has "$name" && CHROMIUM=$(command -v "$name") && break
    CHROMIUM=
  done
  if [[ -z $CHROMIUM ]] && is_debian; then
    apt_install chromium chromium-driver
    CHROMIUM=$(command -v chromium)
  elif [[ -z $CHROMIUM ]]; then
    # Ubuntu's package is a snap, which does not run everywhere.
    CHROMIUM=$(node -p 'require("playwright-core").chromium.executablePath()')
    [[ -x $CHROMIUM ]] || npx playwright-core install --with-deps chromium </dev/null
  fi
  export CHROMIUM
}

# Sets CHROMEDRIVER to the driver with which wasm-bindgen's test runner steers the browser. Empties it where there
# is none of the browser's version: scripts/browser-tests.mjs does without.
setup_chromedriver() {
  [[ -n ${CHROMEDRIVER:-} ]] || CHROMEDRIVER=$(command -v chromedriver || true)
  if [[ -z $CHROMEDRIVER ]] && is_debian; then
    apt_install chromium-driver
    CHROMEDRIVER=$(command -v chromedriver)
  fi
  [[ $(major_version "$CHROMEDRIVER") == "$(major_version "$CHROMIUM")" ]] || CHROMEDRIVER=
  export CHROMEDRIVER
}

major_version() { [[ -n $1 ]] && "$1" --version 2>/dev/null | sed 's/^[^0-9]*\([0-9]*\).*/\1/'; }

is_debian() { [[ -r /etc/os-release ]] && grep -qx 'ID=debian' /etc/os-release; }

# The store is compared with a real Redis.
setup_redis() { has redis-server || apt_install redis-server; }

# The relational store is compared with a real PostgreSQL; Debian keeps its programs out of the path.
setup_postgres() { has initdb || [[ -n $(compgen -G '/usr/lib/postgresql/*/bin/initdb') ]] || apt_install postgresql; }

# What each command needs, in the order in which one builds on the other. One command a line and no &&, so that
# a failure inside stops ./dev.
setup_native() {
  setup_rust
  setup_redis
  setup_postgres
}

setup_page() {
  setup_rust
  setup_node
  setup_wasm_bindgen
  setup_trunk
}

setup_all() {
  setup_native
  setup_page
  setup_examples
  setup_browser
  setup_chromedriver
}
