"""Records through a gridlog process, as they come: what every engine below does with its share of a job."""

import os
import subprocess
import threading

GRIDLOG = os.environ.get("GRIDLOG", "gridlog")


def answers(records, *arguments):
    """Yields a line for each line of records, in order. Neither side is ever held as a whole."""
    command = [GRIDLOG, *arguments, "-f", "jsonl", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def write():
            try:
                with process.stdin as pipe:
                    pipe.writelines(f"{record}\n" for record in records)
            except BrokenPipeError:
                pass  # The exit status tells why nobody reads.

        writer = threading.Thread(target=write, daemon=True)
        writer.start()
        try:
            for line in process.stdout:
                yield line.rstrip("\n")
        except GeneratorExit:
            process.kill()  # Nobody wants the rest.
            raise
        writer.join()
    # 2 and 3: some record tells what is wrong with it, or that a limit was reached. Others: there are no records to rely on.
    if process.returncode not in (0, 2, 3):
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
