"""Spark, RDD: each partition goes through a gridlog process.  spark_pipe.py MASTER COMMAND RECORDS OUTPUT"""

import os
import sys

from pyspark.sql import SparkSession

master, command, records, output = sys.argv[1:]
gridlog = os.environ.get("GRIDLOG", "gridlog")
spark = SparkSession.builder.master(master).appName("gridlog").getOrCreate()
lines = spark.sparkContext.textFile(records, minPartitions=16)
# `checkCode` makes a failed process a failed task, which Spark tries again elsewhere.
answers = lines.pipe(f"{gridlog} {command} -f jsonl -", checkCode=True)
# Partitions stay in order, and so do the records in each.
answers.saveAsTextFile(output)
spark.stop()
