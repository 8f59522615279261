import {
  activities,
  chooseItem,
  deliveries,
  dialogOf,
  emptyEstate,
  find,
  fromUserMenu,
  home,
  imports,
  opens,
  press,
  properties,
  wrongProperties,
} from './overlaySteps.ts'
import { ofActivity, query, type Screen } from './screens.ts'
import { settled } from './settled.ts'
import { propertyWorkbook } from './workbooks/make.ts'

/** Panels beside screens: imports, the help, the palette, menus, toasts; and the narrow window. */
export const panels: readonly Screen[] = [
  { name: 'import-choose', path: emptyEstate, fill: (page) => press(page, 'Excel导入') },
  { name: 'import-checked', path: emptyEstate, fill: imports('翠湖花园房产.xlsx', () => propertyWorkbook(300), /前 20 行/) },
  { name: 'import-wrong', path: emptyEstate, fill: imports('翠湖花园房产.xlsx', wrongProperties, /处错误（未写入任何数据）/) },
  { name: 'import-failed', path: emptyEstate, fill: imports('旧格式.xlsx', () => Promise.resolve(Buffer.from('not a workbook')), /未写入任何数据/) },
  { name: 'import-done', path: emptyEstate, fill: imports('桂花苑房产.xlsx', () => propertyWorkbook(60, { period: '二期' }), /导入成功！/, true) },
  ofActivity('deliveries-choose', '/voteManage/notify', 'voting', { needsEstate: true, fill: (page) => press(page, 'Excel导入') }),
  ofActivity('deliveries-checked', '/voteManage/notify', 'voting', {
    needsEstate: true,
    fill: imports('送达登记.xlsx', () => deliveries(['101', '102', '201']), /全部数据/),
  }),
  ofActivity('deliveries-wrong', '/voteManage/notify', 'voting', {
    needsEstate: true,
    fill: imports('送达登记.xlsx', () => deliveries(['101', '9999', '8888']), /处错误（未写入任何数据）/),
  }),
  ofActivity('deliveries-done', '/voteManage/notify', 'tallying', {
    needsEstate: true,
    fill: imports('送达登记.xlsx', () => deliveries(['101', '102']), /导入成功！/, true),
  }),
  {
    name: 'help',
    path: activities,
    fill: async (page) => {
      await page.keyboard.press('F1')
    },
  },
  {
    name: 'keys',
    path: ({ activities: { voting } }) => query('/voteManage/votedesk', { activityid: voting, operatetype: '2' }),
    fill: async (page) => {
      await page.getByRole('tab', { selected: true }).click()
      await page.keyboard.press('?')
      await dialogOf(page).waitFor()
    },
  },
  { name: 'palette-recent', path: properties, fill: (page) => find(page, '') },
  { name: 'palette-found', path: home, fill: (page) => find(page, '1201') },
  { name: 'palette-screen', path: home, fill: (page) => find(page, '进度') },
  { name: 'palette-none', path: home, fill: (page) => find(page, '没有这样的地方') },
  { name: 'settings', path: home, fill: fromUserMenu('设置') },
  {
    name: 'division-search',
    path: () => '/estate/Index',
    fill: async (page) => {
      await opens('新增')(page)
      // A dialog that is open moves the focus to its first field.
      await settled(page)
      await page.getByLabel('所在区划').fill('xihu')
      await page.getByRole('menuitemcheckbox', { name: '浙江省 / 杭州市 / 西湖区', exact: true }).waitFor()
    },
  },
  ofActivity('toasts', '/voteManage/input', 'draft', {
    fill: async (page) => {
      const wrong = { name: '图.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
      const empty = { name: '图.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
      await page.getByLabel('选择图片', { exact: true }).first().setInputFiles([wrong, empty])
      await opens('删除议题 1')(page)
    },
  }),
  { name: 'tab-menu', path: activities, fill: (page) => page.getByRole('tab', { name: '首页' }).click({ button: 'right' }), closesOnResize: true },
  {
    name: 'all-tabs',
    path: activities,
    fill: async (page) => {
      for (const item of ['小区管理', '房产信息', '账号管理', '操作日志']) await chooseItem(page, item)
      await press(page, '全部打开的页面')
    },
  },
  { name: 'letters-menu', path: home, fill: (page) => press(page, /^A⁺ 字号/) },
  { name: 'columns', path: properties, fill: (page) => press(page, /列设置$/) },
  { name: 'desk-menu', path: activities, fill: (page) => press(page, /^进入投票/) },
  ofActivity('report-menu', '/voteManage/statistics', 'finished', { needsEstate: true, fill: (page) => press(page, '生成报告') }),
  ofActivity('activity-rule', '/voteManage/input', 'draft', {
    fill: (page) => page.getByRole('combobox', { name: '计票方式' }).filter({ visible: true }).click(),
  }),
  ofActivity('activity-end', '/voteManage/input', 'draft', {
    isPlacedOnce: true,
    fill: (page) => page.getByRole('textbox', { name: '结束时间' }).filter({ visible: true }).click(),
  }),
  { name: 'user-menu', path: home, fill: (page) => page.locator('.navbar-user').click() },
  { name: 'narrow', path: properties, sizes: [{ width: 980, height: 720 }] },
  {
    name: 'narrow-menu',
    path: home,
    sizes: [{ width: 980, height: 720 }],
    fill: async (page) => {
      await page.setViewportSize({ width: 980, height: 720 })
      await press(page, '展开菜单')
    },
  },
]
