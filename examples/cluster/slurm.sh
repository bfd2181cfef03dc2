#!/bin/sh
# Slurm: an array of shards; one that is requeued goes on where it was.
#   sbatch --array=1-16 slurm.sh sudokus.jsonl; cat answers/*.jsonl when all have ended
#SBATCH --job-name=gridlog --cpus-per-task=2 --mem=1G --time=2:00:00 --requeue
set -eu
mkdir -p answers
exec srun "${GRIDLOG:-gridlog}" solve -j "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --resume "answers/$SLURM_ARRAY_TASK_ID.jsonl" "$1"
