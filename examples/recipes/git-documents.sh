#!/bin/sh
# Differences of Zarr documents in git, as `zarrscope info` shows them: run it once in a repository, then `git diff`.
printf '%s\n' 'zarr.json diff=zarr' '.zarray diff=zarr' >> .gitattributes
git config diff.zarr.textconv "sh -c 'zarrscope info \"\$(dirname \"\$1\")\" | sed 1d' --"
