#!/usr/bin/env bash
# Builds the extension and packs it into gridlog-VERSION.vsix, without the network: `npm ci` comes before.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm run --silent build
cp ../../LICENSE-MIT LICENSE.txt
trap 'rm -f LICENSE.txt' EXIT
npx --no-install vsce package --no-dependencies --allow-missing-repository --skip-license "$@"
