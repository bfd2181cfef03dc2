"""Ray: the cubes of a count, each a task that is tried again wherever a node dies.  ray_cubes.py ADDRESS CUBES COUNTS"""

import sys

import ray
from gridlog_batch import answers


@ray.remote(max_retries=5, num_cpus=1)
def count(cube):
    return list(answers([cube], "count"))


if __name__ == "__main__":
    address, cubes, counts = sys.argv[1:]
    ray.init(address=address)
    # Not to stdout: what Ray has to say goes there.
    with open(cubes) as lines, open(counts, "w") as file:
        for task in [count.remote(line.strip()) for line in lines]:
            print(*ray.get(task), sep="\n", file=file)
