import { describe, expect, test } from 'vitest';
import { figuresFor } from '../../renderer/ui/figures.ts';
import { visibleParts, visibleText } from '../../renderer/ui/visible-text.ts';

const { percent, interval, latency, duration, bytes, number, p, fixed, compact } = figuresFor('en');

describe('figures', () => {
  test('nothing measured is a dash, never 0', () => {
    for (const write of [percent, latency, duration, bytes, number, p, compact])
      for (const nothing of [null, undefined, Number.NaN]) expect(write(nothing)).toBe('–');
    expect(interval(null)).toBe('–');
    expect(percent(0)).toBe('0.0%');
  });
  test('rates carry one decimal, intervals no sign', () => {
    expect(percent(0.1306)).toBe('13.1%');
    expect(interval([0.1021, 0.1662])).toBe('10.2–16.6');
    expect(fixed(0.466, 3)).toBe('0.466');
  });
  test('times and sizes', () => {
    expect(latency(950)).toBe('950 ms');
    expect(latency(4600)).toBe('4.60 s');
    expect(duration(3100)).toBe('3.1 s');
    expect(duration(125_000)).toBe('2 min 5 s');
    expect(duration(3_780_000)).toBe('1 h 3 min');
    expect(bytes(594_000_000)).toBe('594 MB');
    expect(bytes(0)).toBe('0 B');
    expect(p(0.0004)).toBe('p < .001');
    expect(p(0.0206)).toBe('p = .021');
  });
  test('a duration never shows sixty of the smaller unit', () => {
    expect(duration(119_700)).toBe('2 min 0 s');
    expect(duration(59_999)).toBe('1 min 0 s');
  });
  test('a count that is short anyway is never rounded', () => {
    expect(compact(6664)).toBe('6,664');
    expect(figuresFor('zh-CN').compact(6664)).toBe('6,664');
    expect(compact(0.5)).toBe('0.5');
    expect(compact(46_123_456)).toBe('46.1M');
    expect(number(0.1, 4, 2)).toBe('0.10');
    expect(number(0.1234, 4, 2)).toBe('0.1234');
  });
  test('Chinese counts in its own units', () => {
    expect(figuresFor('zh-CN').compact(12_000)).toBe('1.2万');
  });
});

describe('text from a log hides nothing', () => {
  test('a reversed direction, zero width and control characters are written out', () => {
    expect(visibleText('a\u202Eb')).toBe('a⟨U+202E⟩b');
    expect(visibleText('a\u200Bb\u0007\u001B[31m')).toBe('a⟨U+200B⟩b⟨U+0007⟩⟨U+001B⟩[31m');
    expect(visibleText('\uFEFFx\u2066y')).toBe('⟨U+FEFF⟩x⟨U+2066⟩y');
  });
  test('line ends, tabs, emoji and every script stay as they are', () => {
    const text = 'line 1\nline 2\t已发送 👩‍💻 ❤️‍🔥 نص עברית';
    expect(visibleText(text)).toBe(text);
  });
  test('a joiner between letters is written out', () => {
    expect(visibleText('pa\u200Dss')).toBe('pa⟨U+200D⟩ss');
  });
  test('the parts are the whole text in order', () => {
    expect(visibleParts('x\u200Ey').map((part) => part.hidden)).toEqual([false, true, false]);
  });
});
