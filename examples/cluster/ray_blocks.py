"""Ray: blocks of records, each a task that is tried again wherever a node dies.

    ray_blocks.py ADDRESS COMMAND BLOCK RECORDS ANSWERS     such as `count 1` for cubes and `solve 1000` for sudokus
"""

import sys
from itertools import islice

import ray
from gridlog_batch import answers


@ray.remote(max_retries=5, num_cpus=1)
def answer(command, block):
    return list(answers(block, command))


if __name__ == "__main__":
    address, command, size, records, told = sys.argv[1:]
    ray.init(address=address)
    # Not to stdout: what Ray has to say goes there.
    with open(records) as lines, open(told, "w") as file:
        texts = (line.strip() for line in lines)
        blocks = iter(lambda: list(islice(texts, int(size))), [])
        for task in [answer.remote(command, block) for block in blocks]:
            print(*ray.get(task), sep="\n", file=file)
