/** Numerals written out: Chinese and English, for counts and amounts as people write them in tasks. */

const digits: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
};
const units: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const sections: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 };

export const CHINESE_NUMERAL = '零〇一二两三四五六七八九十百千万亿';

/** The value of a run of Chinese numerals (三, 十二, 三百五十, 两万, 二〇二六), or null where it is no number (千万 alone). */
export function chineseNumber(run: string): number | null {
  const characters = [...run];
  if (characters.every((character) => digits[character] !== undefined))
    return Number(characters.map((character) => digits[character]).join(''));
  let total = 0;
  let section = 0;
  let pending: number | null = null;
  for (const character of characters) {
    const digit = digits[character];
    const unit = units[character];
    const scale = sections[character];
    if (digit !== undefined) {
      if (pending !== null && pending !== 0) return null;
      pending = digit;
    } else if (unit !== undefined) {
      // 十 alone is ten; 百 and 千 need their digit.
      if (pending === null && unit !== 10) return null;
      section += (pending ?? 1) * unit;
      pending = null;
    } else if (scale !== undefined) {
      const count = section + (pending ?? 0);
      if (count === 0) return null;
      total = scale === 1e8 ? (total + count) * scale : total + count * scale;
      section = 0;
      pending = null;
    }
  }
  return total + section + (pending ?? 0);
}

const small: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
    'seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const known = [...Object.keys(small), ...Object.keys(tens), 'hundred', ...Object.keys(scales)].join('|');

/** One or more English number words, joined by spaces, hyphens or “and”; to be used on lower-case text. */
export const ENGLISH_NUMERAL = `(?:${known})(?:(?:-| and | )(?:${known}))*`;

/** The value of English number words (three, twenty-one, two hundred and five), or null where they do not add up. */
export function englishNumber(words: string): number | null {
  let total = 0;
  let section: number | null = null;
  for (const word of words.split(/-| and | /)) {
    const unit = small[word];
    const ten = tens[word];
    const scale = scales[word];
    if (unit !== undefined) {
      if (section !== null && (section % 10 !== 0 || section % 100 === 10)) return null;
      section = (section ?? 0) + unit;
    } else if (ten !== undefined) {
      if (section !== null && section % 100 !== 0) return null;
      section = (section ?? 0) + ten;
    } else if (word === 'hundred') section = (section ?? 1) * 100;
    else if (scale !== undefined) {
      total += (section ?? 1) * scale;
      section = null;
    }
  }
  return total + (section ?? 0);
}
