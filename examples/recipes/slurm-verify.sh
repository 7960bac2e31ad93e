#!/usr/bin/env bash
# Verifies a store with a job array of Slurm:
#
#   job=$(sbatch --parsable --array=1-64 slurm-verify.sh STORE REPORTS 64)
#   sbatch --dependency=afterany:"$job" --wrap 'zarrscope merge REPORTS/*.json'
#
# A part that failed is run again by its number: sbatch --array=7 slurm-verify.sh STORE REPORTS 64
#SBATCH --job-name=zarrscope
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --requeue
set -euo pipefail
store=$1 reports=$2 parts=$3
mkdir -p "$reports"
part=$SLURM_ARRAY_TASK_ID
# A fault in the store is no failure of the job: `merge` lists the faults of all parts.
exec zarrscope verify --json --threads "$SLURM_CPUS_PER_TASK" --fail-on never \
    --part "$part/$parts" --output "$reports/$part.json" -- "$store"
