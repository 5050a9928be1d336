import type { Random } from '../random.ts';
import type { Language } from './template.ts';

type Pool = readonly string[] | ((random: Random) => string);

function money(random: Random, low: number, high: number, unit: number): string {
  return String(random.whole(Math.ceil(low / unit), Math.floor(high / unit)) * unit);
}

function clock(random: Random): string {
  return `${String(random.whole(8, 20)).padStart(2, '0')}:${random.pick(['00', '15', '30', '45'])}`;
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

const common: Readonly<Record<string, Pool>> = {
  time: clock,
  percent: (random) => String(random.whole(3, 19) * 5),
  minutes: (random) => String(random.whole(2, 18) * 5),
  quantity: (random) => String(random.whole(2, 9)),
  wifi: ['Office-5G', 'Guest-2F', 'Lab-Net', 'Home_Mesh', 'Studio-B'],
};

const en: Readonly<Record<string, Pool>> = {
  ...common,
  amount: (random) => money(random, 40, 4800, 5),
  person:
    'Priya Nair|Tom Becker|Lucía Ortega|Daniel Kim|Amara Okafor|Sophie Laurent|Marek Novak|Chen Yu|Hannah Weiss|Wang Min|Omar Haddad|Julia Sand|Rafael Costa|Emily Tran|Jonas Lind|Aiko Mori'.split(
      '|',
    ),
  group:
    'Finance|Design Review|Platform On-call|Field Sales|Book Club|Launch Crew|Data Guild|Site Visits'.split(
      '|',
    ),
  document:
    'Q3 Budget|Onboarding Plan|Pricing Memo|Launch Checklist|Hiring Brief|Retention Study|Vendor Survey|Travel Policy|Incident Review|Roadmap 2027'.split(
      '|',
    ),
  topic:
    'the delayed shipment|the new floor plan|tomorrow’s demo|the missing invoice|the press visit|the data migration|the broken badge reader|the summer schedule'.split(
      '|',
    ),
  date: (random) => `${random.pick(months)} ${random.whole(1, 28)}`,
  city: 'Lisbon|Hamburg|Osaka|Toronto|Kraków|Austin|Nairobi|Lyon|Singapore|Bergen'.split('|'),
  hotel: 'Hotel Miramar|The Alder|Casa Verde|Northgate Inn|Pension Anker|Harbour House'.split('|'),
  item: 'USB-C dock|desk lamp|noise-cancelling headset|standing mat|label printer|whiteboard markers|travel adapter|webcam cover|ring binder|espresso beans'.split(
    '|',
  ),
  colour: 'black|white|navy|olive|sand|crimson'.split('|'),
  product:
    'Aurora 14 laptop|Pine tablet|Kestrel drone|Nimbus router|Hale air purifier|Orbit bike computer'.split(
      '|',
    ),
  section: 'Billing|Team members|Security|Release notes|Usage|Integrations|Audit trail|Invoices'.split('|'),
  repository: 'atlas-web|ingest-worker|mobile-shell|design-tokens|ranking-api|billing-core'.split('|'),
  filename:
    'invoice_0412.pdf|site-photos.rar|minutes_march.docx|sensor_log.csv|contract_v3.pdf|logo_final.svg|payroll.xlsx|floorplan.dwg'.split(
      '|',
    ),
  folder: 'Archive|Clients|2026 Taxes|Press Kit|Receipts|Shared Assets|Old Projects'.split('|'),
  toggle:
    'Dark theme|Weekly digest|Location access|Auto-lock|Two-step sign-in|Battery saver|Live captions|Read receipts'.split(
      '|',
    ),
  song: 'Harbour Lights|Paper Moon|Slow Train|Blue Verandah|Copper Wire|Second Spring'.split('|'),
  artist: 'The Larks|Mina Sol|Old Quay Trio|Deniz Kaya|Fenwick & Sons'.split('|'),
  label: 'pasta|stand-up|laundry|stretching|tea|parking meter'.split('|'),
  window: 'Calendar|Terminal|Browser|Notes|Spreadsheet|Mail client'.split('|'),
};

const zh: Readonly<Record<string, Pool>> = {
  ...common,
  amount: (random) => money(random, 50, 9800, 10),
  person:
    '王敏|李浩然|陈思远|赵雨桐|周子涵|吴佳怡|郑凯文|孙若曦|林志强|何静|高建国|罗晓峰|马丽娜|梁文博|宋雅琪|唐一鸣'.split(
      '|',
    ),
  group: '财务群|市场部|项目周会群|三楼行政群|新员工群|算法组|家长群|采购小组'.split('|'),
  document:
    '三季度预算|入职指引|差旅制度|供应商名单|产品路线图|客户回访记录|招聘计划|安全检查表|发布清单|年会流程'.split(
      '|',
    ),
  topic: '会议改期|门禁故障|样品到货|合同盖章|周五团建|机房断电|发票补开|体检安排'.split('|'),
  date: (random) => `${random.whole(1, 12)}月${random.whole(1, 28)}日`,
  city: '杭州|成都|西安|厦门|哈尔滨|昆明|青岛|长沙|苏州|南宁'.split('|'),
  hotel: '湖畔居|云栖酒店|锦江之星|望山客栈|海景假日|老街民宿'.split('|'),
  item: '机械键盘|护眼台灯|降噪耳机|人体工学椅|标签打印机|白板笔|旅行转换插头|收纳盒|挂耳咖啡|瑜伽垫'.split(
    '|',
  ),
  colour: '黑色|白色|藏青|墨绿|米色|酒红'.split('|'),
  product: '极光 14 笔记本|松果平板|云雀无人机|疾风路由器|净界空气净化器|轨迹码表'.split('|'),
  section: '账单中心|成员管理|安全中心|更新日志|用量统计|集成应用|操作日志|发票管理'.split('|'),
  repository: 'atlas-web|ingest-worker|mobile-shell|design-tokens|ranking-api|billing-core'.split('|'),
  filename:
    '发票_0412.pdf|现场照片.rar|三月纪要.docx|传感器日志.csv|合同_v3.pdf|标志定稿.svg|工资表.xlsx|平面图.dwg'.split(
      '|',
    ),
  folder: '归档|客户资料|2026 报税|媒体素材|票据|共享素材|旧项目'.split('|'),
  toggle: '深色模式|每周简报|位置权限|自动锁屏|两步验证|省电模式|实时字幕|已读回执'.split('|'),
  song: '海港灯火|纸月亮|慢车|蓝色长廊|铜线|第二个春天'.split('|'),
  artist: '云雀乐队|米娜|老码头三重奏|沈一舟|枫与少年'.split('|'),
  label: '煮面|站会|洗衣|拉伸|泡茶|停车'.split('|'),
  window: '日历|终端|浏览器|备忘录|表格|聊天窗口'.split('|'),
};

const pools: Readonly<Record<Language, Readonly<Record<string, Pool>>>> = { en, zh };

/** A value for a slot; `not` is a value it must differ from. A slot name may end in `2`: same pool, another value. */
export function drawSlot(language: Language, slot: string, random: Random, not: string | null): string {
  const pool = pools[language][slot.replace(/2$/, '')];
  if (pool === undefined) throw new RangeError(`no pool of values for the slot ${slot} (${language})`);
  for (;;) {
    const value = typeof pool === 'function' ? pool(random) : random.pick(pool);
    if (value !== not) return value;
  }
}
