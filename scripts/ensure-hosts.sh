#!/usr/bin/env bash
# Installs the packages that a folder with a lock of its own names, outside the working tree, and prints where they are.
# They weigh gigabytes: each lock is installed once per machine, and checkouts with the same lock share it.
set -euo pipefail
folder=${1:?usage: ensure-hosts.sh <folder with package.json and package-lock.json>}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/taxiway-hosts
hash=$(cat "$folder/package.json" "$folder/package-lock.json" | node -e '
  const hash = require("node:crypto").createHash("sha256");
  process.stdin.pipe(hash).on("finish", () => console.log(hash.digest("hex").slice(0, 16)))')
installed=$cache/$hash

if [[ ! -d $installed ]]; then
  mkdir -p "$cache"
  # An interrupted installation leaves a folder that no run takes for a complete one.
  partial=$(mktemp -d "$cache/partial-XXXXXX")
  trap 'rm -rf "$partial"' EXIT
  cp "$folder/package.json" "$folder/package-lock.json" "$folder/.npmrc" "$partial"
  echo "Installing the packages of $folder in ${installed}…" >&2
  if ! output=$(npm --prefix "$partial" ci --ignore-scripts 2>&1); then
    printf '%s\n' "$output" "Failed: npm ci in $folder" >&2
    exit 1
  fi
  # A second run that was faster has installed the same.
  [[ -d $installed ]] || mv "$partial" "$installed"
fi
echo "$installed"
