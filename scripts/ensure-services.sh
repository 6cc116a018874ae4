#!/usr/bin/env bash
# Ensures that this machine has what the tests need besides `npm ci`: servers, tools, and the packages of test/referees.
# On Debian as root it installs what is missing; elsewhere it prints what to install. It does not start any service.
set -euo pipefail
cd "$(dirname "$0")/.."

# command        package         service that the package starts (- for none)
needs="
valkey-server    valkey-server   valkey-server
valkey-cli       valkey-tools    -
nginx            nginx           nginx
openssl          openssl         -
curl             curl            -
chromium         chromium        -
"

# Debian installs servers in /usr/sbin, which is not on every user's PATH.
PATH=$PATH:/usr/sbin

main() {
  local packages=() services=() command package service
  while read -r command package service; do
    if [[ -z $command ]] || command -v "$command" >/dev/null; then continue; fi
    packages+=("$package")
    if [[ $service != - ]]; then services+=("$service"); fi
  done <<<"$needs"

  if ((${#packages[@]})); then install_packages; fi
  install_referees
  # Descriptions of real APIs take a gigabyte.
  bash scripts/ensure-hosts.sh test/api-documents >/dev/null
}

install_packages() {
  if ! command -v apt-get >/dev/null || ((EUID != 0)); then
    echo "The tests need these packages: ${packages[*]}. Install them, or run this script as root on Debian." >&2
    exit 1
  fi
  echo "Installing ${packages[*]} for the tests…" >&2
  keep_services_stopped
  # Ignores errors of unrelated package sources: only the installation has to succeed.
  quietly apt-get update || true
  if ! apt-get install --simulate "${packages[@]}" >/dev/null 2>&1; then
    add_backports
    quietly apt-get update || true
  fi
  quietly env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends "${packages[@]}"
  if [[ -d /run/systemd/system ]] && ((${#services[@]})); then quietly systemctl disable --now "${services[@]}"; fi
}

# Debian starts a service as soon as its package is installed, unless policy-rc.d forbids it. An existing policy is kept.
keep_services_stopped() {
  local policy=/usr/sbin/policy-rc.d
  if [[ -e $policy ]]; then return; fi
  trap "rm -f $policy" EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod +x $policy
}

# Copies the machine's own entry for its release and replaces the suite, so that mirror and keys stay the same.
add_backports() {
  local codename folder=/etc/apt/sources.list.d
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  local entry
  if entry=$(cat "$folder"/*.sources 2>/dev/null | backports_stanza "$codename") && [[ -n $entry ]]; then
    echo "$entry" >"$folder/$codename-backports.sources"
  elif entry=$(cat /etc/apt/sources.list "$folder"/*.list 2>/dev/null | backports_line "$codename") && [[ -n $entry ]]; then
    echo "$entry" >"$folder/$codename-backports.list"
  else
    echo "No package source for '$codename' found in /etc/apt. Install these packages by hand: ${packages[*]}." >&2
    exit 1
  fi
}

# deb822 form: the first enabled stanza whose Suites name the release and whose Components include main.
backports_stanza() {
  grep -v '^#' | awk -v codename="$1" '
    BEGIN { RS = ""; FS = "\n" }
    {
      suite = component = 0; stanza = ""; enabled = 1
      for (i = 1; i <= NF; i++) {
        words = " " $i " "; field = tolower($i)
        if (field ~ /^enabled: *no/) enabled = 0
        if (field ~ /^components:/ && words ~ / main /) component = 1
        if (field ~ /^suites:/) {
          if (index(words, " " codename " ")) suite = 1
          $i = "Suites: " codename "-backports"
        }
        stanza = stanza $i "\n"
      }
      if (enabled && suite && component) { printf "%s", stanza; exit }
    }'
}

# One-line form: deb [options] address release main …
backports_line() {
  awk -v codename="$1" '
    $1 == "deb" && index($0 " ", " " codename " ") && index($0 " ", " main ") {
      sub(" " codename " ", " " codename "-backports "); print; exit
    }'
}

install_referees() {
  local folder=test/referees
  if [[ $folder/node_modules/.package-lock.json -nt $folder/package-lock.json ]]; then return; fi
  quietly npm --prefix "$folder" ci --ignore-scripts
}

quietly() {
  local output
  if ! output=$("$@" 2>&1); then
    printf '%s\n' "$output" "Failed: $*" >&2
    return 1
  fi
}

main
