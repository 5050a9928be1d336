import { golden, randomOf } from './random.ts';
import { drawSlot } from './texts/slots.ts';
import { type Category, categories, type Language, type Template } from './texts/template.ts';
import { englishDeviceTemplates } from './texts/templates-en-devices.ts';
import { englishOfficeTemplates } from './texts/templates-en-office.ts';
import { chineseDeviceTemplates } from './texts/templates-zh-devices.ts';
import { chineseOfficeTemplates } from './texts/templates-zh-office.ts';

/** How often each category comes; sums to 1. */
export const categoryShares: Readonly<Record<Category, number>> = {
  communication: 0.22,
  create_modify: 0.16,
  search_read: 0.14,
  navigation: 0.1,
  settings_change: 0.1,
  file_management: 0.1,
  purchase_booking: 0.1,
  general: 0.08,
};

/** Worded so that the routing of the starter rubrics finds each one's category. */
export const templates: Readonly<Record<Language, readonly Template[]>> = {
  en: [...englishOfficeTemplates, ...englishDeviceTemplates],
  zh: [...chineseOfficeTemplates, ...chineseDeviceTemplates],
};

/** One task: a template with its values. The wrong values are those a failing run ends with. */
export interface Scenario {
  readonly language: Language;
  readonly template: Template;
  readonly right: Readonly<Record<string, string>>;
  readonly wrong: Readonly<Record<string, string>>;
  readonly instruction: string;
}

const slotPattern = /\{(\w+)\}/g;

/** Templates are few and filled in a million times over: each is taken apart once. Even parts are text, odd ones slots. */
const takenApart = new Map<string, readonly string[]>();

/** The text with its slots filled in; a slot without a value is a mistake in a template and throws. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  let parts = takenApart.get(text);
  if (parts === undefined) {
    parts = text.split(slotPattern);
    takenApart.set(text, parts);
  }
  let filled = parts[0] ?? '';
  for (let slot = 1; slot < parts.length; slot += 2) {
    const value = values[parts[slot] ?? ''];
    if (value === undefined) throw new RangeError(`no value for {${parts[slot]}} in “${text}”`);
    filled += value + (parts[slot + 1] ?? '');
  }
  return filled;
}

/** The slots a template uses, in the order they first appear. */
export function slotsOf(template: Template): string[] {
  const slots = JSON.stringify(template).matchAll(slotPattern);
  return [...new Set(Array.from(slots, (match) => match[1] ?? ''))];
}

const slotsByTemplate = new Map<Template, readonly string[]>(
  [...templates.en, ...templates.zh].map((template) => [template, slotsOf(template)]),
);

const byCategory = new Map<string, readonly Template[]>();
for (const language of ['en', 'zh'] as const)
  for (const category of categories)
    byCategory.set(
      `${language}/${category}`,
      templates[language].filter((template) => template.category === category),
    );

/** Places are spread evenly over the tasks, so that even a few tasks have the categories in their shares. */
function categoryAt(place: number): Category {
  let left = place;
  for (const category of categories) {
    left -= categoryShares[category];
    if (left < 0) return category;
  }
  return 'general';
}

/** The task with this number: about 55% English, 45% Chinese, categories by their shares. */
export function scenarioOf(seed: number, task: number): Scenario {
  const random = randomOf(seed, 'task', task);
  const category = categoryAt((task * golden + randomOf(seed, 'task', -1).unit()) % 1);
  const language: Language = random.chance(0.45) ? 'zh' : 'en';
  const template = random.pick(byCategory.get(`${language}/${category}`) ?? []);
  const right: Record<string, string> = { app: template.app };
  for (const slot of slotsByTemplate.get(template) ?? [])
    right[slot] = drawSlot(language, slot, random, right[slot.replace(/2$/, '')] ?? null);
  const wrong = { ...right };
  wrong[template.slip] = drawSlot(language, template.slip, random, right[template.slip] ?? null);
  return { language, template, right, wrong, instruction: fill(template.instruction, right) };
}
