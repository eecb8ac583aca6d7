# Shared by the scripts of this folder; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
  echo "$(basename "$0"): $1" >&2
  exit 1
}

# Prints the major version of the JDK in folder $1, nothing when there is none. Its release file
# tells it without a start of the JVM.
jdk_major() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

# Exports JAVA_HOME: a JDK 25 or newer from JAVA_HOME, the usual places of packages and version
# managers, or PATH. The default java of a machine may be older.
use_jdk() {
  local candidate on_path
  on_path=$(command -v javac || true)
  [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path")")")
  for candidate in \
    "${JAVA_HOME:-}" \
    /usr/lib/jvm/*25* \
    /usr/lib/jvm/* \
    /opt/java/openjdk /opt/jdk-25* /opt/*jdk*25* \
    "$HOME"/.sdkman/candidates/java/25* \
    "$HOME"/.jdks/*25* \
    "$HOME"/.asdf/installs/java/*25* \
    "$HOME"/.local/share/mise/installs/java/*25* \
    "$HOME"/.local/share/rtx/installs/java/*25* \
    /Library/Java/JavaVirtualMachines/*25*/Contents/Home \
    /opt/homebrew/opt/openjdk@25/libexec/openjdk.jdk/Contents/Home \
    "$on_path"; do
    [ -n "$candidate" ] || continue
    if [ "$(jdk_major "$candidate")" -ge 25 ] 2>/dev/null; then
      export JAVA_HOME=$candidate
      export PATH="$JAVA_HOME/bin:$PATH"
      return
    fi
  done
  fail "no JDK 25 found; install one (Debian: apt-get install temurin-25-jdk or openjdk-25-jdk) or set JAVA_HOME"
}

# Fails with the command that installs $1 when it is missing.
need() {
  command -v "$1" >/dev/null || fail "$1 is missing; install it: $2"
}

need_build_tools() {
  use_jdk
  need mvn "apt-get install maven (3.8 or newer)"
  need git "apt-get install git"
  need node "apt-get install nodejs npm (Node 20 or newer)"
  need npm "apt-get install npm"
  node -e 'const [a, b] = process.versions.node.split(".").map(Number);
    process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "Node $(node --version) is too old; install Node 20.19 or newer"
}

# Maven without colours, progress and the warnings of its own libraries.
maven() {
  MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
    mvn -B -ntp -f "$root/pom.xml" "$@"
}

# Folder for what is built once and kept between checkouts.
cache_dir() {
  echo "${MYRIARCH_DEV_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/myriarch}"
}

# True when an installed PostgreSQL 15 or newer is in one of the usual places.
installed_postgres() {
  local bin major
  [ -z "${MYRIARCH_DEV_POSTGRES_BIN:-}" ] || return 0
  for bin in /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin /usr/local/pgsql/bin; do
    [ -x "$bin/postgres" ] || continue
    major=$("$bin/postgres" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
    [ "$major" -ge 15 ] && return 0
  done
  return 1
}

# Exports MYRIARCH_DEV_POSTGRES_ARCHIVE, an archive with PostgreSQL binaries from Maven Central,
# unless a server of version 15 or newer is installed.
use_postgres() {
  installed_postgres && return
  local version=18.6.0 platform arch
  case "$(uname -m)" in
    x86_64) arch=amd64 ;;
    aarch64 | arm64) arch=arm64v8 ;;
    *) fail "no PostgreSQL found; install version 15 or newer (Debian: apt-get install postgresql)" ;;
  esac
  case "$(uname -s)" in
    Linux) platform=linux-$arch ;;
    Darwin) platform=darwin-$arch ;;
    *) fail "no PostgreSQL found; install version 15 or newer" ;;
  esac
  local artifact=embedded-postgres-binaries-$platform
  local archive
  archive=$(cache_dir)/$artifact-$version.jar
  if [ ! -s "$archive" ]; then
    echo "no PostgreSQL 15 or newer is installed: getting its binaries from Maven Central" >&2
    maven -q dependency:copy \
      -Dartifact="io.zonky.test.postgres:$artifact:$version" \
      -DoutputDirectory="$(cache_dir)" >&2 ||
      fail "the PostgreSQL binaries did not arrive; install PostgreSQL 15 or newer (Debian: apt-get install postgresql)"
  fi
  export MYRIARCH_DEV_POSTGRES_ARCHIVE=$archive
}

# Flags of the server's JVM. One collector thread is enough below a few hundred megabytes, and the
# same flags are needed to make and to use an ahead-of-time cache.
jvm_flags() {
  echo "-XX:+UseSerialGC -Xmx256m -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED"
}

# True when a source is newer than the last build, so that later starts are quick.
outdated() {
  [ -f "$root/target/.built" ] && [ -f "$root/target/myriarch.jar" ] || return 0
  [ -n "$(find "$root/pom.xml" "$root/api" "$root/src/main" "$root/src/build" "$root/web" \
    \( -name node_modules -o -name dist -o -name schema.d.ts \) -prune \
    -o -type f -newer "$root/target/.built" -print -quit)" ]
}

# Builds the jar when it is outdated. Two starts at once in one checkout build one after the other.
ensure_built() {
  outdated || return 0
  need_build_tools
  mkdir -p "$root/target"
  (
    ! command -v flock >/dev/null || flock 9
    if outdated; then
      echo "building myriarch (only after a change)" >&2
      started=$(mktemp)
      maven -q package -DskipTests >&2 || fail "the build failed, see above"
      mv "$started" "$root/target/.built"
    fi
  ) 9>"$root/target/.build-lock"
}

# Builds the Go program $1 of src/test/go and prints where it is.
go_program() {
  need go "Go 1.26 or newer"
  mkdir -p "$root/target/go"
  (cd "$root/src/test/go" && go build -o "$root/target/go/$1" "./$1") >&2
  echo "$root/target/go/$1"
}
