#!/usr/bin/env python3
"""Runs the recipes for real: on engines of this machine, with a worker killed in the midst of each job, and compares what comes
out with a single process.

    test.py [--small] [spark] [ray] [dask] [shell] [slurm]

What is needed is installed: packages of Python below target/cluster; a Java runtime for Spark, GNU parallel, and Slurm with its munge by
the system, where root may do that. GRIDLOG names the binary, else it is that of `cargo build --release`. What cannot be installed is
skipped, loudly; then the exit status is 77, or 0 with --small.
"""

import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE.parent.parent / "target" / "cluster"
PACKAGES = {"spark": ["pyspark", "pandas<3", "pyarrow"], "ray": ["ray"], "dask": ["distributed"], "shell": [], "slurm": []}


def descendants(root):
    """The processes below one, and itself."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().rsplit(")", 1)
        except OSError:
            continue
        parents[int(stat.parent.name)] = (int(rest.split()[1]), name.split("(", 1)[1])
    found, size = {root}, 0
    while size != len(found):
        size = len(found)
        found |= {pid for pid, (parent, _) in parents.items() if parent in found}
    return {pid: parents[pid][1] for pid in found if pid in parents}


def gridlogs():
    """Processes that run the binary under test."""
    found = []
    for process in Path("/proc").glob("[0-9]*/exe"):
        try:
            if process.resolve() == GRIDLOG:
                found.append(int(process.parent.name))
        except OSError:
            pass
    return found


def kill_while_it_works(root, what, job=None, alone=False):
    """Kills a process and all below it, or a gridlog below it alone, as soon as one runs there; whether that came to pass before the
    job was over."""
    for _ in range(4000):
        below = descendants(root)
        if root not in below or (job and job.poll() is not None):
            break
        if "gridlog" in below.values():
            time.sleep(0.05 if alone else 0.3)
            below = {root: what, **descendants(root)}
            victims = [pid for pid, name in below.items() if name == "gridlog"][:1] if alone else list(below)
            for pid in victims:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            print(f"    killed {what} with {len(victims)} processes", flush=True)
            return True
        time.sleep(0.05)
    # A small job may be over before anybody looks.
    if not SMALL:
        sys.exit(f"no gridlog was seen in {what}")
    return False


def until(what, holds):
    end = time.monotonic() + 300
    while not holds():
        if time.monotonic() > end:
            sys.exit(f"{what} did not come in five minutes")
        time.sleep(0.1)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def out(*command):
    return run(*command, stdout=subprocess.PIPE, text=True).stdout


def sudokus(path, count):
    """As many sudokus, made of one by what changes nothing: other digits, other rows within a band, other bands."""
    base = [row.split() for row in out(GRIDLOG, "show", "sudoku/hard").split('"""')[1].strip().splitlines()]
    chance = random.Random(19)
    with open(path, "w") as file:
        for number in range(count):
            digits = chance.sample("123456789", 9)
            bands = [chance.sample(range(3 * band, 3 * band + 3), 3) for band in chance.sample(range(3), 3)]
            rows = [base[row] for band in bands for row in band]
            grid = "".join("." if cell == "." else digits[int(cell) - 1] for row in rows for cell in row)
            file.write(json.dumps({"id": number, "rules": "sudoku", "grid": grid}) + "\n")


def same(what, one, other):
    if one != other:
        sys.exit(f"{what}: {len(one)} and {len(other)} bytes, and not the same")
    print(f"    {what}: the same, {len(one)} bytes", flush=True)


def merged(path, what):
    whole = json.loads(out(GRIDLOG, "count", "-f", "jsonl", "takuzu", "--set", f"n={SIZE}"))["count"]
    told = json.loads(out(GRIDLOG, "merge", "-f", "jsonl", path))
    if (told["count"], told["complete"]) != (whole, True):
        sys.exit(f"{what}: {told}, but there are {whole}")
    print(f"    {what}: {whole} solutions, as in one process", flush=True)


def lines_of(folder):
    parts = sorted(Path(folder).glob("part-*"))
    return "".join(part.read_text() for part in parts)


def sharded(what, folder, count):
    """Compares the answers of shards, put together again, with those of the whole."""
    parts = [(folder / f"{k}.jsonl").read_text().splitlines(keepends=True) for k in range(1, count + 1)]
    rows = itertools.zip_longest(*parts, fillvalue="")
    same(what, "".join(itertools.chain.from_iterable(rows)), EXPECTED)


def shell():
    folder = WORK / "shards"
    shutil.rmtree(folder, ignore_errors=True)
    first = subprocess.Popen([HERE / "shards.sh", "2", WORK / "sudokus.jsonl", folder])
    killed = kill_while_it_works(first.pid, "two shards")
    first.wait()
    run(HERE / "shards.sh", "2", WORK / "sudokus.jsonl", folder)
    sharded("shards, gone on with" if killed else "shards", folder, 2)
    if not command("parallel", "parallel"):
        return print("==> SKIPPED: there is no GNU parallel", file=sys.stderr)
    folder = WORK / "parallel"
    shutil.rmtree(folder, ignore_errors=True)
    running = subprocess.Popen([HERE / "parallel.sh", "6", WORK / "sudokus.jsonl", folder])
    kill_while_it_works(running.pid, "a job of GNU parallel", running, alone=True)
    if running.wait():
        sys.exit("parallel.sh failed")
    sharded("GNU parallel", folder, 6)


def spark():
    import pyspark

    home = Path(pyspark.__file__).parent
    os.environ.update(SPARK_HOME=str(home), SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    host = ["--host", "127.0.0.1", "--webui-port", "0"]

    def start(name, *arguments):
        with open(WORK / f"{name}.log", "w") as log:
            return subprocess.Popen([home / "bin" / "spark-class", *arguments], stdout=log, stderr=log)

    master = start("master", "org.apache.spark.deploy.master.Master", *host, "--port", "17077")
    worker = ["org.apache.spark.deploy.worker.Worker", *host, "-c", "1", "-m", "1g", "-d", str(WORK / "spark")]
    worker.append("spark://127.0.0.1:17077")
    workers = [start("worker", *worker)]

    def survived(what, script, *arguments):
        """What a job comes to in which the second worker is killed."""
        output = WORK / f"{script}-{Path(arguments[-1]).stem}"
        shutil.rmtree(output, ignore_errors=True)
        workers.append(start(f"{output.name}-worker", *worker))
        with open(WORK / f"{output.name}.log", "w") as log:
            job = subprocess.Popen([sys.executable, HERE / f"{script}.py", "spark://127.0.0.1:17077", *arguments, output],
                                   stdout=log, stderr=log)
        kill_while_it_works(workers[-1].pid, f"a worker of Spark, {what}", job)
        if job.wait(timeout=900):
            sys.exit(f"{what} failed, see {output}.log")
        return lines_of(output)

    try:
        same("rdd.pipe", survived("rdd.pipe", "spark_pipe", "solve", WORK / "sudokus.jsonl"), EXPECTED)
        (WORK / "spark.jsonl").write_text(survived("rdd.pipe of cubes", "spark_pipe", "count", WORK / "cubes.jsonl"))
        merged(WORK / "spark.jsonl", "rdd.pipe of cubes")
        rows = map(json.loads, survived("mapInPandas", "spark_pandas", WORK / "sudokus.jsonl").splitlines())
        told = {row["id"]: json.loads(row["solution"]) for row in rows}
        expected = {row["id"]: row["solutions"] for row in map(json.loads, EXPECTED.splitlines())}
        same("mapInPandas", json.dumps(sorted(told.items())), json.dumps(sorted(expected.items())))
    finally:
        for process in [*workers, master]:
            process.terminate()
        for process in [*workers, master]:
            process.wait()


def ray():
    # Ray takes 127.0.0.1 for the address by which others reach this machine.
    host = "127.0.0.2"
    local = [f"--node-ip-address={host}", "--num-cpus=1", "--object-store-memory=100000000", "--block"]
    os.environ.update(RAY_USAGE_STATS_ENABLED="0", PYTHONPATH=str(HERE))

    def start(name, *arguments):
        command = [Path(sys.executable).parent / "python", "-m", "ray.scripts.scripts", "start", *arguments, *local]
        with open(WORK / f"{name}.log", "w") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def known(count):
        """Whether so many nodes have come. A process of its own asks, since the answer may be an error."""
        ask = f"import ray; ray.init('{host}:6399', log_to_driver=False); print(sum(n['Alive'] for n in ray.nodes()))"
        told = subprocess.run([sys.executable, "-c", ask], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return told.stdout.split()[-1:] == [str(count)]

    nodes = [start("ray-head", "--head", "--port=6399", "--include-dashboard=false")]
    try:
        until("the head of Ray", lambda: known(1))
        for n in (1, 2):
            nodes.append(start(f"ray-node{n}", f"--address={host}:6399"))
            until("a node of Ray", lambda: known(n + 1))
        jobs = [("count", "1", "cubes"), ("solve", "500", "sudokus")]
        for (command, block, records), node in zip(jobs, reversed(nodes)):
            with open(WORK / "ray.log", "w") as log:
                job = subprocess.Popen([sys.executable, HERE / "ray_blocks.py", f"{host}:6399", command, block,
                                        WORK / f"{records}.jsonl", WORK / f"ray-{records}.jsonl"], stdout=log, stderr=log)
                kill_while_it_works(node.pid, "a node of Ray", job)
                if job.wait(timeout=600):
                    sys.exit("ray_blocks.py failed, see target/cluster/ray.log")
    finally:
        for node in reversed(nodes):
            for pid in descendants(node.pid):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            node.wait()
    merged(WORK / "ray-cubes.jsonl", "Ray")
    same("Ray", (WORK / "ray-sudokus.jsonl").read_text(), EXPECTED)


def dask():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        worker = next(iter(cluster.workers.values())).pid
        killed = []
        killer = threading.Thread(target=lambda: killed.append(kill_while_it_works(worker, "a worker of Dask")))
        killer.start()
        run(sys.executable, HERE / "dask_cubes.py", cluster.scheduler_address, WORK / "cubes.jsonl", WORK / "dask.jsonl")
        killer.join()
    if not killed:
        sys.exit("no worker of Dask was killed")
    merged(WORK / "dask.jsonl", "Dask")


SLURM = """ClusterName=gridlog
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
SlurmctldLogFile={home}/slurmctld.log
SlurmdLogFile={home}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=2000
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def slurm():
    """A controller and a node of this machine; an array of shards, one of which is requeued in the midst."""
    home = WORK / "slurm"
    shutil.rmtree(home, ignore_errors=True)
    for folder in ("state", "spool", "job"):
        (home / folder).mkdir(parents=True)
    host = out("hostname").strip()
    (home / "slurm.conf").write_text(SLURM.format(host=host, home=home, cpus=max(2, os.cpu_count())))
    os.environ["SLURM_CONF"] = str(home / "slurm.conf")
    Path("/run/munge").mkdir(exist_ok=True)
    shutil.chown("/run/munge", "munge", "munge")
    daemons = []
    try:
        for name, *words in (("munge", "setpriv", "--reuid=munge", "--regid=munge", "--clear-groups", "munged", "-F"), ("slurmctld", "slurmctld", "-D"),
                             ("slurmd", "slurmd", "-D", "-N", host)):
            with open(home / f"{name}.out", "w") as log:
                daemons.append(subprocess.Popen(words, stdout=log, stderr=log))
            time.sleep(3)
        run("sbatch", "--array=1-3", HERE / "slurm.sh", WORK / "sudokus.jsonl", cwd=home / "job")
        first = home / "job" / "answers" / "1.jsonl"
        until("the first answers of Slurm", lambda: first.exists() and first.stat().st_size > 0)
        running = out("squeue", "--noheader", "--states=RUNNING", "--format=%A").split()
        for job in running[:1]:
            run("scontrol", "requeue", job)
            # Slurm lets it wait for two minutes otherwise.
            until("its way back", lambda: out("squeue", "--noheader", "--states=PENDING", f"--jobs={job}").strip())
            run("scontrol", "update", f"JobId={job}", "StartTime=now")
        print(f"    requeued {len(running[:1])} of 3 tasks", flush=True)
        if not SMALL and not running:
            sys.exit("no task of Slurm was seen at work")
        until("the end of Slurm's tasks", lambda: not out("squeue", "--noheader").strip())
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
            daemon.wait()
    sharded("Slurm", home / "job" / "answers", 3)


def installed(names):
    """Runs this script again where the packages are, if they can be had."""
    python = WORK / "venv" / "bin" / "python"
    wanted = sorted({package for name in names for package in PACKAGES[name]})
    if not wanted or Path(sys.prefix) == WORK / "venv":
        return True
    try:
        if not python.exists():
            run(sys.executable, "-m", "venv", WORK / "venv")
        run(python, "-m", "pip", "install", "--quiet", *wanted)
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"==> SKIPPED: {', '.join(wanted)} cannot be installed: {error}", file=sys.stderr)
        return False
    os.execv(python, [str(python), __file__, *sys.argv[1:]])


def command(name, *packages):
    """Whether there is a command, perhaps now."""
    if not shutil.which(name) and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *packages], check=False)
    return shutil.which(name) is not None


if __name__ == "__main__":
    SMALL = "--small" in sys.argv
    SIZE = 6 if SMALL else 8
    names = [word for word in sys.argv[1:] if word in PACKAGES] or list(PACKAGES)
    GRIDLOG = Path(os.environ.get("GRIDLOG", HERE.parent.parent / "target" / "release" / "gridlog")).resolve()
    os.environ["GRIDLOG"] = str(GRIDLOG)
    WORK.mkdir(parents=True, exist_ok=True)
    skipped = 0
    needs = {"spark": ("java", "default-jre-headless"), "slurm": ("slurmctld", "slurm-wlm", "munge")}
    for name in [name for name in names if name in needs]:
        if not command(*needs[name]) or (name == "slurm" and os.geteuid() != 0):
            print(f"==> SKIPPED: there is no {needs[name][0]}, or no root, for {name}", file=sys.stderr)
            names.remove(name)
            skipped = 77
    if not installed(names):
        names, skipped = [name for name in names if not PACKAGES[name]], 77
    sudokus(WORK / "sudokus.jsonl", 2_000 if SMALL else 100_000)
    EXPECTED = out(GRIDLOG, "solve", "-f", "jsonl", WORK / "sudokus.jsonl")
    jobs = 26 if SMALL else 68
    (WORK / "cubes.jsonl").write_text(out(GRIDLOG, "split", "takuzu", "--set", f"n={SIZE}", "--jobs", jobs))
    before = set(gridlogs())
    for name in names:
        print(f"==> {name}", flush=True)
        started = time.monotonic()
        globals()[name]()
        # Whoever lost its reader or its writer ends by itself.
        for _ in range(300):
            if not set(gridlogs()) - before:
                break
            time.sleep(0.1)
        else:
            sys.exit(f"{name} left {set(gridlogs()) - before} behind")
        print(f"    {time.monotonic() - started:.0f} s, and nobody is left behind", flush=True)
    sys.exit(0 if SMALL else skipped)
