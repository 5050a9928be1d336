"""The work of the bench in pandas: python3 same_work.py LOG. Prints seconds as JSON; damaged lines are skipped."""

import json
import random
import resource
import sys
import time

import pandas as pd


def timed(work):
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def p95(values):
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]


def load(path):
    rows = []
    with open(path, encoding="utf-8", errors="replace") as log:
        for line in log:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                rows.append(row)
    return pd.DataFrame(rows)


def overview(frame):
    groups = frame.groupby(["rubric_version", "judge_model"])
    groups.agg(rows=("reward", "size"), reward=("reward", "mean"), sd=("reward", "std"), success=("success", "mean"))
    latency = pd.to_numeric(frame["latency_ms"], errors="coerce")
    latency.groupby([frame["rubric_version"], frame["judge_model"]]).quantile([0.5, 0.95, 0.99])
    usage = frame["usage"].map(lambda usage: usage.get("total_tokens") if isinstance(usage, dict) else None)
    usage.groupby([frame["rubric_version"], frame["judge_model"]]).mean()
    frame.groupby("category")["success"].mean()
    frame.groupby(frame["step"] // 12)["reward"].mean()


def main():
    path = sys.argv[1]
    chance = random.Random(1)
    begun = time.perf_counter()
    frame = load(path)
    took = {"load": time.perf_counter() - begun, "rows": len(frame)}
    took["overview"] = sorted(timed(lambda: overview(frame)) for _ in range(3))[1]
    plain = [name for name in frame.columns if not frame[name].map(lambda value: isinstance(value, (dict, list))).any()]
    sorts, search, detail = [], [], []
    for _ in range(12):
        column, category = chance.choice(plain), chance.choice(["settings", "search_read", "communication"])
        sorts.append(
            timed(
                lambda: frame[frame["category"] == category]
                .sort_values(column, key=lambda values: values.astype(str), kind="stable")
                .head(200)
            )
        )
    evidence = frame["evidence"].map(lambda value: " ".join(value) if isinstance(value, list) else "")
    for word in ["recipient", "draft", "收件人", "nowhere", "receipt shown"]:
        search.append(
            timed(
                lambda: frame[
                    frame["reason"].fillna("").str.contains(word, regex=False)
                    | evidence.str.contains(word, regex=False)
                ].head(200)
            )
        )
    for _ in range(50):
        at = chance.randrange(len(frame))
        detail.append(timed(lambda: frame.iloc[at].to_dict()))
    took.update(sort_filter=p95(sorts), search=p95(search), detail=p95(detail))
    took["peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(took))


main()
