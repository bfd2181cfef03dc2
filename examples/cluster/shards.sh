#!/bin/sh
# No engine at all: a process for each shard, which goes on where it was if it is started again.  shards.sh N RECORDS FOLDER
set -eu
mkdir -p "$3"
pids=
for k in $(seq "$1"); do
    "${GRIDLOG:-gridlog}" solve --shard "$k/$1" --resume "$3/$k.jsonl" "$2" &
    pids="$pids $!"
done
status=0
for pid in $pids; do wait "$pid" || status=$?; done
exit $status
