/** The words of the desktop host itself; the pages have their own translation files. Role items are the system's. */
export interface HostText {
  readonly file: string;
  readonly open: string;
  readonly edit: string;
  readonly view: string;
  readonly window: string;
  readonly engineDown: (exitCode: number) => string;
}

const texts: Readonly<Record<'en' | 'zh-CN', HostText>> = {
  en: {
    file: 'File',
    open: 'Open files…',
    edit: 'Edit',
    view: 'View',
    window: 'Window',
    engineDown: (exitCode) =>
      `The engine stopped twice (exit code ${exitCode}). Nothing that was saved is lost. Restart Assay.`,
  },
  'zh-CN': {
    file: '文件',
    open: '打开文件…',
    edit: '编辑',
    view: '视图',
    window: '窗口',
    engineDown: (exitCode) =>
      `引擎已两次停止（退出码 ${exitCode}）。已保存的内容没有丢失。请重新启动 Assay。`,
  },
};

/** Words for a locale such as `zh-CN` or `en-GB`; anything else reads English. */
export function hostText(locale: string): HostText {
  return locale.toLowerCase().startsWith('zh') ? texts['zh-CN'] : texts.en;
}
