/** The language's own words, the same in every language of the app. */
export const valueNames =
  'instruction · rubric_text · rubric (name, steps, pitfalls, output_format) · rubric_source · category · ' +
  'rubric_version · output_format · fine_rubrics · fine_text · trajectory · frames (index, number, action, text, ' +
  'state, image, picture, first, last, key) · all_frames · frames_text · frame_count · frames_shown · final_state · ' +
  'summary · transcript (role, content, tool_calls) · task_id · step · row.…';

export const statementExamples =
  '{% for frame in frames if frame.text %} … {% endfor %} · {% if … %} … {% elif %} … {% else %} … {% endif %} · ' +
  '{% set x = … %} · {% part %} · {{ row.score | fixed(2) }} · {{ "%03d" | format(step) }} · {{ rubric | yaml }} · ' +
  '{{ rubric | json(indent=2) }} · {{ frame.state | from_json | json }} · {{ instruction[:200] }}';

export const frameKeys =
  'frames: {max: 10 | rubric | all, order: time | ends_first | picked, order_when: always | cut, keep: rubric | […], ' +
  'keep_match: words | exact | contains, keep_from: end | start, fill: spread | start | end | none}';
