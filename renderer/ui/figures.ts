import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** How figures are written, one way everywhere. Null is “–”: nothing was measured, never 0. */
export interface Figures {
  readonly none: string;
  /** A count or a plain number, grouped; `digits` decimals at most, `least` at least. */
  number(value: number | null | undefined, digits?: number, least?: number): string;
  /** A number with exactly `digits` decimals. */
  fixed(value: number | null | undefined, digits: number): string;
  /** 1,204,000 as 1.2 M (120 万); exact below 10,000, where rounding would save nothing. */
  compact(value: number | null | undefined): string;
  /** A fraction as a percentage with one decimal. */
  percent(value: number | null | undefined, digits?: number): string;
  /** An interval of fractions, as percentages without the sign: 10.2–16.6. */
  interval(value: readonly [number, number] | null | undefined, digits?: number): string;
  /** An interval of plain numbers. */
  numberInterval(value: readonly [number, number] | null | undefined, digits?: number): string;
  /** A latency in milliseconds: 950 ms, 4.60 s. */
  latency(ms: number | null | undefined): string;
  /** A latency without needless decimals, for axes: 0 ms, 2 s, 1.5 s. */
  shortLatency(ms: number | null | undefined): string;
  /** How long something took or will take, in milliseconds: 3.1 s, 2 min 5 s, 1 h 3 min. */
  duration(ms: number | null | undefined): string;
  bytes(value: number | null | undefined): string;
  /** A moment in milliseconds since 1970, in local time. */
  date(ms: number | null | undefined): string;
  /** The time of day of a moment, to the second, in local time: 14:03:09. */
  time(ms: number | null | undefined): string;
  /** How long ago a moment was. */
  ago(ms: number | null | undefined): string;
  money(value: number | null | undefined): string;
  /** A probability: p = .002, p < .001. */
  p(value: number | null | undefined): string;
}

const none = '–';
const cache = new Map<string, Figures>();

/** The figures of one language. */
export function figuresFor(language: string): Figures {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const made = make(language);
  cache.set(language, made);
  return made;
}

/** The figures of the page's language. */
export function useFigures(): Figures {
  const { i18n } = useTranslation();
  return useMemo(() => figuresFor(i18n.language), [i18n.language]);
}

function make(language: string): Figures {
  const formats = new Map<string, Intl.NumberFormat>();
  const format = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const key = JSON.stringify(options);
    const known = formats.get(key);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(language, options);
    formats.set(key, made);
    return made;
  };
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'medium', hourCycle: 'h23' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  // The signs of units are the same in every language.
  const unit = (value: number, sign: string, digits: number): string =>
    `${format({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)} ${sign}`;
  const shown = (value: number | null | undefined, write: (value: number) => string): string =>
    value === null || value === undefined || Number.isNaN(value) ? none : write(value);

  const figures: Figures = {
    none,
    number: (value, digits = 0, least = 0) =>
      shown(value, (n) => format({ minimumFractionDigits: least, maximumFractionDigits: digits }).format(n)),
    fixed: (value, digits) =>
      shown(value, (n) => format({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(n)),
    compact: (value) =>
      shown(value, (n) =>
        Math.abs(n) >= 1000 && Math.abs(n) < 10_000
          ? format({ maximumFractionDigits: 0 }).format(n)
          : format({ notation: 'compact', maximumSignificantDigits: 3 }).format(n),
      ),
    percent: (value, digits = 1) =>
      shown(value, (n) =>
        format({
          style: 'percent',
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }).format(n),
      ),
    interval: (value, digits = 1) =>
      value === null || value === undefined
        ? none
        : `${figures.fixed(value[0] * 100, digits)}–${figures.fixed(value[1] * 100, digits)}`,
    numberInterval: (value, digits = 2) =>
      value === null || value === undefined
        ? none
        : `${figures.fixed(value[0], digits)}–${figures.fixed(value[1], digits)}`,
    latency: (ms) => shown(ms, (n) => (n < 1000 ? unit(n, 'ms', 0) : unit(n / 1000, 's', 2))),
    shortLatency: (ms) =>
      shown(ms, (n) =>
        n < 1000 ? unit(n, 'ms', 0) : `${format({ maximumFractionDigits: 2 }).format(n / 1000)} s`,
      ),
    duration: (ms) =>
      shown(ms, (n) => {
        if (n < 1000) return unit(n, 'ms', 0);
        // Rounded before it is split, so that there are never sixty of the smaller unit.
        const seconds = Math.round(n / 1000);
        if (n < 9950) return unit(n / 1000, 's', 1);
        if (seconds < 60) return unit(seconds, 's', 0);
        if (seconds < 3600)
          return `${unit(Math.floor(seconds / 60), 'min', 0)} ${unit(seconds % 60, 's', 0)}`;
        const minutes = Math.round(seconds / 60);
        return `${unit(Math.floor(minutes / 60), 'h', 0)} ${unit(minutes % 60, 'min', 0)}`;
      }),
    bytes: (value) =>
      shown(value, (n) => {
        const names = ['B', 'kB', 'MB', 'GB', 'TB'];
        const power = n < 1000 ? 0 : Math.min(names.length - 1, Math.floor(Math.log10(n) / 3));
        const digits = power === 0 || n / 1000 ** power >= 100 ? 0 : 1;
        return unit(n / 1000 ** power, names[power] ?? 'B', digits);
      }),
    date: (ms) => shown(ms, (n) => date.format(n)),
    time: (ms) => shown(ms, (n) => time.format(n)),
    ago: (ms) =>
      shown(ms, (n) => {
        const seconds = Math.round((n - Date.now()) / 1000);
        const size = Math.abs(seconds);
        if (size < 60) return relative.format(seconds, 'second');
        if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
        if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
        return relative.format(Math.round(seconds / 86_400), 'day');
      }),
    money: (value) =>
      shown(value, (n) => format({ style: 'currency', currency: 'USD', maximumFractionDigits: 2 }).format(n)),
    p: (value) => shown(value, (n) => (n < 0.001 ? 'p < .001' : `p = ${n.toFixed(3).replace(/^0/, '')}`)),
  };
  return figures;
}
