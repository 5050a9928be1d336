"""Prints vectors for template-language.test.ts, made with Jinja2 3.1, PyYAML 6.0 and json: python3 jinja-vectors.py > jinja-vectors.json"""

import json
import random

import jinja2
import yaml

values = {
    "instruction": "Send “hi” to 李雷 & Ada",
    "step": 120,
    "task_id": "t-7",
    "fine_rubrics": ["To Ada", "By 5 pm"],
    "final_state": "",
    "frames": [
        {"index": 0, "number": 1, "action": "open", "text": "Inbox\nTwo lines", "state": '{"a": 1}', "first": True, "last": False, "key": False},
        {"index": 3, "number": 4, "action": "send", "text": "", "state": "", "first": False, "last": False, "key": True},
        {"index": 9, "number": 10, "action": "end", "text": "已发送 😀", "state": "done", "first": False, "last": True, "key": False},
    ],
    "rubric": {"name": "Mail", "steps": ["The message is sent", "发送成功"], "pitfalls": [], "output_format": "json"},
    "row": {"score": 0.7, "n": 3, "flag": True, "none": None, "nested": {"b": [1, 2.5], "a": "é"}},
}

templates = [
    "plain { text } with {single} braces",
    "{{ instruction }}|{{step}}|{{ task_id | upper }}",
    "{% for f in frames %}\n[{{ loop.index }}/{{ loop.length }}] {{ f.action }}\n{% endfor %}\nend\n",
    "{% for f in frames -%}\n  {{ f.index }},\n{%- endfor %} x",
    "a\n  {% if step > 100 %}\n  late\n  {% elif step > 50 %}\n  mid\n  {% else %}\n  early\n  {% endif %}\nb",
    "{% for f in frames if f.text %}{{ f.number }}:{{ f.text | replace('\n', ' / ') }}{% if not loop.last %}; {% endif %}{% endfor %}",
    "{% for f in frames %}{{ '%02d' | format(f.index) }} {{ f.action }}{% if f.key %} *{% endif %}{{ '\n' if not loop.last }}{% endfor %}",
    "{{ fine_rubrics | join('\n- ') }}",
    "{% for c in fine_rubrics %}F{{ loop.index }}. {{ c }}\n{% else %}none\n{% endfor %}",
    "{% for c in rubric.pitfalls %}{{ c }}{% else %}none{% endfor %}",
    "{% for s in rubric.steps %}{{ loop.index }}. {{ s }}{{ '\n' if not loop.last else '' }}{% endfor %}",
    "{% set total = frames | length %}{{ total }} {{ total + 1 }} {{ total * 2 - 1 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }}",
    "{{ frames[0].text }}|{{ frames[-1].text[:3] }}|{{ frames[1:] | length }}|{{ (frames | last).action }}",
    "{{ instruction[5:9] }} {{ instruction | length }} {{ frames[2].text[-1:] }}",
    "{{ row.flag }} {{ row.none or 'nothing' }} {{ row.absent | default('gone') }} {{ row.score }} {{ row.n ~ 'x' }}",
    "{{ 'yes' if row.flag and row.n >= 3 else 'no' }} {{ 'a' in row.nested }} {{ 'Ada' in instruction }} {{ 4 not in [1, 2] }}",
    "{{ '%.2f' | format(row.score) }} {{ '%5.1f|%-6s|%+d|%x' | format(2.25, 'ab', 7, 255) }} {{ '%.0f %.0f %.1f %.2f' | format(0.5, 1.5, 0.25, 1.005) }}",
    "{{ frames[0].text | indent(4) }}|{{ frames[0].text | indent(2, true) }}",
    "{{ '  x ' | trim }}{{ 'aBC' | capitalize }}{{ 'abc' | reverse }}{{ [1, 2] | first }}",
    "{# a remark #}kept{# another\n one #}\n{# alone #}\nnext",
    "{%- if final_state %}F{% endif -%}   \n  x  {{- step -}}  y",
    "{% if row.none is none %}N{% endif %}{% if row.absent is defined %}D{% else %}U{% endif %}{% if step is not string %}S{% endif %}",
    "{% for k in row.nested %}{{ k }}={{ row.nested[k] is string }};{% endfor %}",
    "{% for f in frames %}{% for s in rubric.steps %}{{ loop.index }}{% endfor %}{{ loop.index0 }}{{ loop.first }}{{ loop.revindex }}{% endfor %}",
    "{{ frames | map(attribute='action') | join(',') }} {{ 'x' * 3 }} {{ \"it's\" }} {{ 'a\\tb' }}",
    "{{ not row.flag }} {{ 1 < 2 }} {{ 'a' < 'b' }} {{ (1 == 1.0) and 'same' }} {{ [] or 'empty' }}",
    "x {% if step %}y{% endif %}\nz {% if step %}\nw\n{% endif %}\n",
]

environments = {
    "own_line": jinja2.Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True),
    "as_written": jinja2.Environment(keep_trailing_newline=True),
}
rendered = [
    {"template": t, "blocks": name, "text": env.from_string(t).render(**values)}
    for t in templates
    for name, env in environments.items()
]

random.seed(11)
pieces = ["a", "The message is sent", "'", '"', ": ", " #", "- ", "\n", " ", "  ", "发送", "😀", "{x}", "true", "12", "3.5", "\t", "é", "long text that goes on for a while so that it has to be folded", "?", ",", "\u2028", "\\", "0x1f", "null", "2020-01-02", "~", "1:30", "on", "\u0007", "."]


def text():
    return "".join(random.choice(pieces) + random.choice(["", " "]) for _ in range(random.randint(0, 8)))


def value(depth):
    r = random.random()
    if depth and r < 0.3:
        return [value(depth - 1) for _ in range(random.randint(0, 3))]
    if depth and r < 0.6:
        return {random.choice(["name", "steps", "k y", "键", "yes"]) + str(i): value(depth - 1) for i in range(random.randint(0, 3))}
    return random.choice([1, -3, True, None, 0.5, 1e-7, 12345.678]) if r < 0.66 else text()


written = []
for _ in range(160):
    v = value(3)
    width = random.choice([80, 80, 40])
    written.append(
        {
            "value": v,
            "width": width,
            "yaml": yaml.safe_dump(v, allow_unicode=True, sort_keys=False, width=width),
            "yaml_ascii_sorted": yaml.safe_dump(v, width=width),
            "json": json.dumps(v, ensure_ascii=False),
            "json_ascii_indented_sorted": json.dumps(v, indent=2, sort_keys=True),
        }
    )
print(json.dumps({"values": values, "rendered": rendered, "written": written}, ensure_ascii=True, separators=(",", ":")))
