"""Spark, DataFrame: puzzles in a column, their answers in others.  spark_pandas.py MASTER RECORDS OUTPUT"""

import json
import os
import sys

import pandas
from gridlog_batch import answers
from pyspark.sql import SparkSession

master, records, output = sys.argv[1:]


def solve(frames):
    for frame in frames:
        told = [json.loads(line) for line in answers(frame["value"], "solve", "--unique")]
        yield pandas.DataFrame({"id": [it["id"] for it in told], "status": [it["status"] for it in told],
                                "solution": [json.dumps(it["solutions"][:1]) for it in told]})


spark = SparkSession.builder.master(master).appName("gridlog").getOrCreate()
spark.sparkContext.addPyFile(os.path.join(os.path.dirname(os.path.abspath(__file__)), "gridlog_batch.py"))
frame = spark.read.text(records).repartition(16).mapInPandas(solve, "id string, status string, solution string")
frame.write.mode("overwrite").json(output)
spark.stop()
