#!/usr/bin/env bash
# Verifies a store with GNU parallel: parallel-verify.sh STORE REPORTS [PARTS]
#
# Parts whose report is there are not run again: call it again after a break. For other machines give their names to
# `parallel --sshlogin`; they need the program, and REPORTS in a shared file system.
set -euo pipefail
store=$1 reports=$2 parts=${3:-64}
mkdir -p "$reports"
for ((part = 1; part <= parts; part++)); do
    [[ -e "$reports/$part.json" ]] || echo "$part"
done | parallel --quote --retries 3 --bar \
    zarrscope verify --json --threads 1 --fail-on never --part "{}/$parts" --output "$reports/{}.json" -- "$store"
zarrscope merge "$reports"/*.json
