import type { Language } from './template.ts';

/** What judges and screens say whatever the task is. `{…}` is filled in where the phrase is used. */
export interface Phrases {
  readonly openApp: readonly string[];
  readonly home: string;
  /** Frames that lead nowhere: action, text, state. */
  readonly detours: readonly (readonly [action: string, text: string, state: string])[];
  /** The look over everything before the last step. */
  readonly review: string;
  /** Screens a run can get stuck on. */
  readonly stalls: readonly string[];
  /** Ends of the reason for a success. */
  readonly passes: readonly string[];
  readonly butComplaint: readonly string[];
  readonly missedFrame: readonly string[];
  readonly wording: readonly string[];
  readonly unfinished: readonly string[];
  readonly slipped: readonly string[];
  readonly stalled: readonly string[];
}

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    openApp: ['Open {app}', 'Click the icon of {app}', 'Bring {app} to the front'],
    home: '{app} · home',
    detours: [
      ['wait', 'Wait for the page', 'Loading…'],
      ['scroll', 'Scroll down', 'Further entries'],
      ['click', 'Close the cookie notice', 'Notice closed'],
      ['click', 'Dismiss the tour', 'Tour dismissed'],
      ['click', 'Click Back', 'Previous page'],
      ['hover', 'Hover over the menu', 'Menu unfolded'],
      ['scroll', 'Scroll up', 'Top of the page'],
      ['key', 'Press Escape', 'Dialog closed'],
    ],
    review: 'Look over the entries',
    stalls: [
      'Connection lost. Retry?',
      'Your session has ended. Sign in again.',
      'Error 502 · please try later',
    ],
    passes: ['All steps are met.', 'Every step can be seen in the frames.', 'Nothing is missing.'],
    butComplaint: [
      '{says}, but {complaint}, so the task is not completed.',
      '{says}. However, {complaint}; this criterion is not met.',
      '{says}. Still, {complaint}: judged as failed.',
    ],
    missedFrame: [
      'The entries are right up to “{ready}”, but no frame shows the last step; the outcome cannot be confirmed.',
      'Only {frames} frames were shown and the result is not among them, so I cannot accept it.',
    ],
    wording: [
      'The screen says “{done}”, which is not worded as in the instruction.',
      '“{done}” does not repeat the instruction literally, so the step counts as missed.',
    ],
    unfinished: [
      'The run ends at “{unfinished}”; the last step was never taken.',
      '“{unfinished}” is still on the screen, nothing was submitted.',
    ],
    slipped: [
      'The instruction asks for “{right}”, the screen shows “{wrong}”.',
      '“{wrong}” was entered where “{right}” was asked for.',
    ],
    stalled: ['The run stops at “{stall}” and never recovers.', 'Stuck on “{stall}”; the task was given up.'],
  },
  zh: {
    openApp: ['打开{app}', '点击{app}图标', '切到{app}'],
    home: '{app} · 首页',
    detours: [
      ['wait', '等待页面', '加载中…'],
      ['scroll', '向下滑动', '更多内容'],
      ['click', '关闭隐私提示', '提示已关闭'],
      ['click', '跳过引导', '引导已跳过'],
      ['click', '点击返回', '上一页'],
      ['hover', '悬停在菜单上', '菜单展开'],
      ['scroll', '向上滑动', '页面顶部'],
      ['key', '按 Esc', '弹窗已关闭'],
    ],
    review: '核对内容',
    stalls: ['网络异常，是否重试？', '登录已过期，请重新登录', '服务器繁忙，请稍后再试'],
    passes: ['各步骤均满足。', '每一步都能在画面中看到。', '没有遗漏。'],
    butComplaint: [
      '{says}，但{complaint}，任务未完成。',
      '{says}。然而{complaint}，该项不满足。',
      '虽然{says}，但是{complaint}，判为失败。',
    ],
    missedFrame: [
      '填写到“{ready}”都正确，但没有画面显示最后一步，无法确认结果。',
      '只看到 {frames} 帧，其中没有最终结果，不能判为成功。',
    ],
    wording: ['画面写的是“{done}”，与指令的措辞不同。', '“{done}”没有照搬指令原文，该步骤算未满足。'],
    unfinished: ['运行停在“{unfinished}”，最后一步没有执行。', '画面仍是“{unfinished}”，没有提交。'],
    slipped: ['指令要求“{right}”，画面上是“{wrong}”。', '应为“{right}”，实际填了“{wrong}”。'],
    stalled: ['运行停在“{stall}”，之后没有恢复。', '卡在“{stall}”，任务中断。'],
  },
};
