/** The menu's words; the pages have their own translation files. Role items are translated by the system. */
const texts = {
  en: { file: 'File', open: 'Open files…', edit: 'Edit', view: 'View', window: 'Window' },
  'zh-CN': { file: '文件', open: '打开文件…', edit: '编辑', view: '视图', window: '窗口' },
} as const;

export type MenuText = Readonly<Record<keyof (typeof texts)['en'], string>>;

/** Words for a locale such as `zh-CN` or `en-GB`; anything else reads English. */
export function menuText(locale: string): MenuText {
  return locale.toLowerCase().startsWith('zh') ? texts['zh-CN'] : texts.en;
}
