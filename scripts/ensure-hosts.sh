#!/usr/bin/env bash
# Installs the packages of a folder with its own package-lock.json outside the working tree and prints where they are.
# They take gigabytes, so each lock file is installed once per machine and shared by all checkouts.
set -euo pipefail
folder=${1:?usage: ensure-hosts.sh <folder with package.json and package-lock.json>}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/taxiway-hosts
hash=$(cat "$folder/package.json" "$folder/package-lock.json" | node -e '
  const hash = require("node:crypto").createHash("sha256");
  process.stdin.pipe(hash).on("finish", () => console.log(hash.digest("hex").slice(0, 16)))')
installed=$cache/$hash

if [[ ! -d $installed ]]; then
  mkdir -p "$cache"
  # Installs into a temporary folder, so that an interrupted installation is never taken for a complete one.
  partial=$(mktemp -d "$cache/partial-XXXXXX")
  trap 'rm -rf "$partial"' EXIT
  cp "$folder/package.json" "$folder/package-lock.json" "$folder/.npmrc" "$partial"
  echo "Installing the packages of $folder in ${installed}…" >&2
  if ! output=$(npm --prefix "$partial" ci --ignore-scripts 2>&1); then
    printf '%s\n' "$output" "Failed: npm ci in $folder" >&2
    exit 1
  fi
  # A concurrent run may have installed the same packages first.
  [[ -d $installed ]] || mv "$partial" "$installed"
fi
echo "$installed"
