"""Dask: the cubes of a count, on the workers of a scheduler.  dask_cubes.py ADDRESS CUBES COUNTS"""

import sys

from dask.distributed import Client
from gridlog_batch import answers


def count(cube):
    return list(answers([cube], "count"))


if __name__ == "__main__":
    address, cubes, counts = sys.argv[1:]
    client = Client(address)
    client.upload_file(__file__.replace("dask_cubes", "gridlog_batch"))
    with open(cubes) as lines:
        tasks = client.map(count, [line.strip() for line in lines], pure=False, retries=5)
    with open(counts, "w") as file:
        for told in client.gather(tasks):
            print(*told, sep="\n", file=file)
    client.close()
