#!/bin/sh
# GNU parallel: a shard for each job, as many at once as there are processors; one that dies is tried again and goes on where it was.
#   parallel.sh 16 sudokus.jsonl answers; cat answers/*.jsonl
# Not `--pipe` or `--pipepart` with `--retries`: the records of a job that dies may be lost, with exit status 0.
set -eu
mkdir -p "$3"
seq "$1" | parallel --quote --retries 5 "${GRIDLOG:-gridlog}" solve --shard "{}/$1" --resume "$3/{}.jsonl" "$2"
