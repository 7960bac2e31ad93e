#!/bin/sh
# Verifies a large store in many runs, each with a budget, and goes on where the last one ended: for a crontab or a batch queue.
# Usage: until-done.sh STORE REPORT.json [options of verify, such as --max-requests 100000 --rate 200]
store=$1 report=$2
shift 2
zarrscope verify "$store" -o "$report" --resume "$@"
status=$?
if grep -q '"interrupted": true' "$report"; then
    echo "$report: not all is verified yet; run it again"
    exit 75
fi
exit "$status"
