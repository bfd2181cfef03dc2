#!/bin/sh
# GNU parallel: blocks of lines, answers in order.  parallel.sh RECORDS > ANSWERS
exec parallel --pipepart --block 1M --keep-order --halt now,fail=1 -a "$1" "${GRIDLOG:-gridlog}" solve -f jsonl -
