"""The judge of a made-up training run, as an engineer would write it, and what it sent.

Writes reward_log.jsonl, trajectories.jsonl, pictures and requests.jsonl beside itself: python3 training_judge.py
"""

import base64
import hashlib
import json
import pathlib
import random
import struct
import zlib

import yaml

HERE = pathlib.Path(__file__).parent
KEY_ACTIONS = ["input", "submit", "click_submit", "state_change", "send", "save"]
SYSTEM = """You are a strict judge of GUI agents.
Score the run against the rubric. Reply with JSON only: {"success": bool, "score": float, "reason": str}
"""


def select_frames(frames, max_frames=6):
    """First, last, then the key frames of the middle, then whatever fits."""
    if len(frames) <= max_frames:
        return frames
    picked = [0, len(frames) - 1]
    middle = [i for i in range(1, len(frames) - 1)]
    key = [i for i in middle if frames[i]["action"] in KEY_ACTIONS]
    rest = [i for i in middle if i not in key]
    picked += (key + rest)[: max_frames - 2]
    return [frames[i] for i in picked]


def build_messages(sample, rubric, pictures):
    frames = select_frames(sample["frames"])
    lines = [
        "# Task",
        sample["instruction"],
        "",
        f"# Rubric ({sample['category']}, step {sample['step']:05d})",
        yaml.safe_dump(rubric, allow_unicode=True, sort_keys=False).rstrip("\n"),
    ]
    if sample["fine_rubrics"]:
        lines += ["", "# Also check"]
        lines += [f"({i}) {text}" for i, text in enumerate(sample["fine_rubrics"], 1)]
    lines += ["", f"# Frames ({len(frames)} of {len(sample['frames'])})"]
    for n, frame in enumerate(frames, 1):
        line = f"[{n:02d}] t={frame['index']} {frame['action']}"
        if frame["text"]:
            line += f": {frame['text'][:40]}"
        lines.append(line)
        if frame.get("state"):
            lines.append("     state=" + json.dumps(frame["state"], ensure_ascii=False))
    lines += ["", f"Cost so far: {sample['cost']:.2f} USD", "Final state:", sample["final_state"] or "(unknown)"]
    text = "\n".join(lines) + "\n"
    shown = [f for f in frames if f.get("image")] if pictures else []
    if not shown:
        return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": text}]
    content = [{"type": "text", "text": text}]
    for frame in shown:
        data = base64.b64encode((HERE / frame["image"]).read_bytes()).decode()
        content.append({"type": "text", "text": f"frame t={frame['index']}"})
        content.append({"type": "image_url", "image_url": {"url": "data:image/png;base64," + data, "detail": "low"}})
    return [{"role": "system", "content": SYSTEM}, {"role": "user", "content": content}]


def png(shade):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(bytes([0, shade, shade, 0, shade, shade])))
        + chunk(b"IEND", b"")
    )


def main():
    random.seed(5)
    rubric = yaml.safe_load((HERE / "rubric.yaml").read_text())["categories"]["communication"]
    (HERE / "frames").mkdir(exist_ok=True)
    for shade in range(4):
        (HERE / "frames" / f"{shade}.png").write_bytes(png(60 * shade))
    log, trajectories, requests = [], [], []
    for n in range(14):
        count = [1, 2, 5, 6, 7, 8, 9, 12, 14, 20, 6, 10, 7, 11][n]
        frames = []
        for i in range(count):
            frame = {
                "index": i,
                "action": random.choice(["open", "scroll", "tap", "input", "send", "click_submit"]),
                "text": random.choice(["", "Inbox", "给李雷发送“你好” 😀", "a line\nand another, rather long, that is cut at forty"]),
                "state": random.choice([None, {"sent": True, "to": "李雷"}, {"n": 3, "list": ["a", 1]}]),
            }
            if n >= 10 and i % 3 == 0:
                frame["image"] = f"frames/{random.randrange(4)}.png"
            frames.append(frame)
        sample = {
            "trajectory_id": f"t{n}",
            "task_id": f"task{n}",
            "step": 40 * n,
            "category": "communication",
            "instruction": random.choice(["Send “hello” to Ada", "给李雷发送“你好”", "Send the {{budget}} file to Bob & co"]) + f" ({n})",
            "fine_rubrics": [[], ["To Ada"], ["发送给李雷", "Only once"]][n % 3],
            "frames": frames,
            "final_state": random.choice(["", "Message sent", "已发送\n✓"]),
            "cost": n * 0.335,
        }
        messages = build_messages(sample, rubric, pictures=n >= 10)
        # the body as httpx writes it for the openai package
        body = json.dumps({"messages": messages, "model": "judge-x"}, ensure_ascii=False, separators=(",", ":"))
        requests.append({"trajectory_id": sample["trajectory_id"], "body": body})
        log.append(
            {
                "trajectory_id": sample["trajectory_id"],
                "task_id": sample["task_id"],
                "step": sample["step"],
                "category": sample["category"],
                "rubric_version": "adapt_v1",
                "judge_model": "judge-x",
                "fine_rubrics": sample["fine_rubrics"],
                "cost": sample["cost"],
                "success": n % 2 == 0,
                "reward": (n % 2 + 1) / 2,
                "prompt_hash": hashlib.sha256(json.dumps(messages, ensure_ascii=False).encode()).hexdigest()[:16],
            }
        )
        kept = ["trajectory_id", "task_id", "step", "instruction", "final_state"]
        trajectories.append({key: sample[key] for key in kept} | {"frames": [{k: v for k, v in f.items() if k != "index"} for f in frames]})
    for name, rows in {"reward_log": log, "trajectories": trajectories, "requests": requests}.items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (HERE / f"{name}.jsonl").write_text(text)


main()
