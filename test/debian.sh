#!/bin/bash
# Sees to it that the Debian packages named are there: as root it installs what is missing, as anybody else it says what to install.
set -euo pipefail

is_there() {
  case $1 in
    build-essential) command -v g++ && command -v make ;;
    neovim) command -v nvim ;;
    chromium | pre-commit | python3) command -v "$1" ;;
    fonts-dejavu-core) test -e /usr/share/fonts/truetype/dejavu ;;
    libkrb5-dev) test -e /usr/include/gssapi/gssapi.h ;;
    *) echo "test/debian.sh does not know how to look for $1" >&2; exit 1 ;;
  esac >/dev/null
}

missing=()
for package in "$@"; do is_there "$package" || missing+=("$package"); done
[ ${#missing[@]} -gt 0 ] || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
  echo "Missing here: ${missing[*]}. On Debian or Ubuntu: sudo apt-get install ${missing[*]}" >&2
  exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "${missing[@]}"
