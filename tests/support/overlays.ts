import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../src/shared/contract/values.ts'
import { notificationSheet } from '../../src/shared/features/notification/sheet.ts'
import { dropFile } from './program.ts'
import { ofActivity, query, screens, type Screen } from './screens.ts'
import { settled } from './settled.ts'
import { NAMESAKE, ONE_OWNER } from './stage.ts'
import { propertyWorkbook, workbookOf, PROPERTY_HEADER, property } from './workbooks/make.ts'

/**
 * What opens over a screen or beside it: dialogs, panels, menus, the help; and the densest screens in large letters.
 *
 * Nothing is typed into a form, so that the page can be loaded anew afterwards without a question.
 */

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true })
const press = (page: Page, name: string | RegExp) => button(page, name).first().click()
const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last()
const chooseItem = (page: Page, name: string) => page.getByRole('menuitem', { name }).filter({ visible: true }).click()

/** Presses buttons one after another, and waits for the dialog behind the last. */
const opens =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await press(page, name)
    await dialogOf(page).waitFor()
    await settled(page)
  }

/** An entry of the user's menu. */
const fromUserMenu = (entry: string) => async (page: Page) => {
  await page.locator('.navbar-user').click()
  await chooseItem(page, entry)
  await dialogOf(page).waitFor()
  await settled(page)
}

/** A button in the row of the activity of that title. */
const fromActivity = (title: RegExp, name: string) => async (page: Page) => {
  await page.getByRole('row', { name: title }).getByRole('button', { name, exact: true }).click()
  await dialogOf(page).waitFor()
  await settled(page)
}

const openRoom =
  (name: RegExp, nth = 0) =>
  async (page: Page) => {
    await page.getByRole('gridcell', { name }).filter({ visible: true }).nth(nth).click()
    await dialogOf(page).waitFor()
    await settled(page)
  }

async function pickVoter(page: Page, label: string, room: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).filter({ visible: true }).fill(`西区-1栋-3单元-${room}`)
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: ONE_OWNER.name }).first().click()
  await settled(page)
}

const pickMain = (page: Page) => pickVoter(page, '主房产', ONE_OWNER.rooms[0])

const wrongProperties = async (): Promise<Uint8Array> => {
  const right = Array.from({ length: 20 }, (_, index) => [...property(3_000 + index)])
  const cell = (name: string): number => PROPERTY_HEADER.findIndex((column) => column.startsWith(name))
  const faults: readonly (readonly [row: number, column: string, value: unknown])[] = [
    [2, '手机', '1380013'],
    [3, '面积', 0],
    [5, '产权人', ''],
    [8, '证件', 110101196203150000],
    [9, '面积', '八十'],
    [12, '手机', '电话无'],
    [16, '证件', '110101196203150019'],
  ]
  for (const [row, column, value] of faults) {
    const cells = right[row]
    if (cells) cells[cell(column)] = value
  }
  return propertyWorkbook(right)
}

const deliveries = (rooms: readonly string[]): Promise<Uint8Array> =>
  workbookOf([
    Object.values(notificationSheet.columns).map(({ name }) => name),
    ...rooms.map((room, index) => [
      '一期',
      '西区',
      '1栋',
      '3单元',
      room,
      ['上门', '电话', '定点'][index % 3],
      formatTime(Date.now() - 3_600_000),
      '楼栋长 王五',
      '',
    ]),
  ])

/** Drops a workbook on the screen, and waits for what becomes of it. */
const imports =
  (name: string, bytes: () => Promise<Uint8Array>, ending: RegExp, isWritten = false) =>
  async (page: Page) => {
    await dropFile(page, '[data-testid=import-host]:visible', name, await bytes())
    if (isWritten) await press(page, '开始导入')
    await page.getByText(ending).filter({ visible: true }).first().waitFor()
    await settled(page)
  }

/** Types into 查找并前往, and waits until everything has been looked for. */
const find = async (page: Page, typed: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找并前往' }).fill(typed)
  await page.getByText('正在查找…').filter({ visible: true }).waitFor({ state: 'hidden' })
  await settled(page)
}

const chooseRows = async (page: Page) => {
  const boxes = page.locator('tbody .ant-checkbox-input:visible')
  for (const row of [0, 1, 2]) await boxes.nth(row).click()
}

const properties = ({ estateId }: { readonly estateId: string }) => query('/property/Index', { estateid: estateId })
const emptyEstate = ({ emptyEstateId }: { readonly emptyEstateId: string }) => query('/property/Index', { estateid: emptyEstateId })
const home = () => '/dashboard'
const activities = () => '/voteManage/list'

const dialogs: readonly Screen[] = [
  { name: 'estate-add', path: () => '/estate/Index', fill: opens('新增') },
  { name: 'estate-edit', path: () => '/estate/Index', fill: opens('编辑') },
  { name: 'estate-delete', path: () => '/estate/Index', fill: opens('删除') },
  { name: 'property-add', path: properties, fill: opens('新增') },
  { name: 'property-edit', path: properties, fill: opens('编辑') },
  { name: 'property-export', path: properties, fill: opens('导出 Excel') },
  {
    name: 'property-sync',
    path: properties,
    fill: async (page) => {
      await chooseRows(page)
      await opens('同步到投票活动')(page)
    },
  },
  {
    name: 'activity-more',
    path: activities,
    fill: (page) =>
      page
        .getByRole('row', { name: /更新电梯/ })
        .getByRole('button', { name: '更多' })
        .click(),
  },
  { name: 'activity-start', path: activities, fill: fromActivity(/停车位/, '开启投票') },
  { name: 'activity-tally', path: activities, fill: fromActivity(/更新电梯/, '开启唱票') },
  { name: 'activity-finish', path: activities, fill: fromActivity(/议事规则/, '结束') },
  ofActivity('progress-hint', '/voteManage/progress', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await page.getByRole('gridcell', { name: /标记/ }).filter({ visible: true }).first().focus()
      await settled(page)
    },
  }),
  ofActivity('moments', '/voteManage/progress', 'voting', { needsEstate: true, fill: opens('两个时刻对比') }),
  ofActivity('not-voted-export', '/voteManage/progress', 'voting', { needsEstate: true, fill: opens('导出 Excel') }),
  ofActivity('bundle', '/voteManage/statistics', 'finished', { needsEstate: true, fill: opens('生成应诉包') }),
  ofActivity('activity-path', '/voteManage/progress', 'tallying', { needsEstate: true, fill: (page) => press(page, '进程') }),
  ofActivity('ballot-preview', '/voteManage/input', 'voting', { more: { vflag: '1' }, fill: opens('预览') }),
  ofActivity('ballots-unmerged', '/voteManage/mngballot', 'draft', { needsEstate: true }),
  ofActivity('merge-owner', '/voteManage/mngballot', 'draft', { needsEstate: true, fill: opens(/^合并 欧阳建国/) }),
  ofActivity('checkup-merge', '/voteManage/checkup', 'draft', { needsEstate: true, fill: opens('合并') }),
  ofActivity('checkup-dismiss', '/voteManage/checkup', 'draft', { needsEstate: true, fill: opens(/^(?:不是同一人|已核对)$/) }),
  ofActivity('checkup-columns', '/voteManage/checkup', 'draft', {
    needsEstate: true,
    fill: async (page) => {
      await page.getByRole('article').first().waitFor()
      await dropFile(
        page,
        'body',
        '维修资金.xlsx',
        await workbookOf([
          ['户主', '地点', '产证面积'],
          ['欧阳建国', '1栋1单元301', 98.5],
        ]),
      )
      await dialogOf(page).waitFor()
      await settled(page)
    },
  }),
  ofActivity('merge-all', '/voteManage/mngballot', 'draft', { needsEstate: true, fill: opens('全部合并…') }),
  ofActivity('ballots-merged', '/voteManage/mngballot', 'voting', { needsEstate: true, fill: pickMain }),
  ofActivity('ballot-merge', '/voteManage/mngballot', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await pickMain(page)
      await pickVoter(page, '待合并房产', ONE_OWNER.rooms[2])
      await opens('合并')(page)
    },
  }),
  ofActivity('ballot-merge-namesakes', '/voteManage/mngballot', 'draft', {
    needsEstate: true,
    fill: async (page) => {
      await pickVoter(page, '主房产', ONE_OWNER.rooms[0])
      await pickVoter(page, '待合并房产', NAMESAKE.room)
      await opens('合并')(page)
    },
  }),
  ofActivity('ballot-split', '/voteManage/mngballot', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await pickMain(page)
      await opens('拆分')(page)
    },
  }),
  ofActivity('ballot-split-out', '/voteManage/mngballot', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await pickMain(page)
      await opens('拆出')(page)
    },
  }),
  ofActivity('roster-add', '/voteManage/mngballot', 'voting', { needsEstate: true, fill: opens('新增房产') }),
  ofActivity('roster-edit', '/voteManage/mngballot', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await pickMain(page)
      await opens('编辑')(page)
    },
  }),
  ofActivity('roster-export', '/voteManage/mngballot', 'voting', { needsEstate: true, fill: opens('导出清册') }),
  ofActivity('delivery', '/voteManage/notify', 'voting', { needsEstate: true, fill: opens(/^登记送达/) }),
  ofActivity('deliveries-many', '/voteManage/notify', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await chooseRows(page)
      await opens('批量登记送达')(page)
    },
  }),
  ofActivity('papers-issue', '/voteManage/papers', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await opens('印制选票')(page)
      await dialogOf(page).getByText('选择楼栋、单元', { exact: true }).click()
      await settled(page)
    },
  }),
  ofActivity('papers-print', '/voteManage/papers', 'voting', { needsEstate: true, fill: opens('打印选票') }),
  ofActivity('papers-spoil', '/voteManage/papers', 'tallying', {
    needsEstate: true,
    fill: async (page) => {
      // The first ones were voted with, and cannot be spoiled.
      await page
        .getByRole('button', { name: /^作废 /, disabled: false })
        .filter({ visible: true })
        .first()
        .click()
      await dialogOf(page).waitFor()
      await settled(page)
    },
  }),
  ofActivity('papers-scan', '/voteManage/papers', 'tallying', {
    needsEstate: true,
    fill: async (page) => {
      await page.getByText('扫描收回', { exact: true }).filter({ visible: true }).click()
      await page.getByRole('textbox', { name: '选票编号' }).filter({ visible: true }).fill('2222222A')
      await page.keyboard.press('Enter')
      await settled(page)
    },
  }),
  ofActivity('proxy-register', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens('登记委托') }),
  ofActivity('proxy-details', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens(/^查看 /) }),
  ofActivity('proxy-revoke', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens(/^撤销 /) }),
  ofActivity('route-output', '/voteManage/route', 'voting', { needsEstate: true, fill: opens('导出 Excel') }),
  ofActivity('booth-open', '/voteManage/progress', 'voting', { needsEstate: true, fill: openRoom(/未投/) }),
  ofActivity('booth-voted', '/voteManage/progress', 'voting', { needsEstate: true, fill: openRoom(/^0801 已投/, 2) }),
  ofActivity('booth-marked', '/voteManage/progress', 'voting', { needsEstate: true, fill: openRoom(/已标记/) }),
  { name: 'change-approve', path: () => '/voteManage/propertychange', fill: opens(/^审批 /) },
  {
    name: 'change-decided',
    path: () => '/voteManage/propertychange',
    fill: async (page) => {
      await page.getByText('已拒绝', { exact: true }).filter({ visible: true }).first().click()
      await button(page, /^查看 /)
        .first()
        .waitFor()
      await opens(/^查看 /)(page)
    },
  },
  { name: 'account-password', path: home, fill: fromUserMenu('修改密码') },
  { name: 'account-sessions', path: home, fill: fromUserMenu('登录的电脑') },
  {
    name: 'activity-extend',
    path: activities,
    fill: async (page) => {
      await page
        .getByRole('row', { name: /更新电梯/ })
        .getByRole('button', { name: '更多' })
        .click()
      await chooseItem(page, '延期')
      await dialogOf(page).waitFor()
      await settled(page)
    },
  },
  {
    name: 'activity-handover',
    path: activities,
    fill: async (page) => {
      await page
        .getByRole('row', { name: /更新电梯/ })
        .getByRole('button', { name: '更多' })
        .click()
      await chooseItem(page, '移交')
      await dialogOf(page).waitFor()
      await settled(page)
    },
  },
  { name: 'account-reset', path: () => '/system/accounts', fill: opens('重置密码') },
  { name: 'account-create', path: () => '/system/accounts', fill: opens('新建账号') },
  { name: 'account-role', path: () => '/system/accounts', fill: opens('修改角色') },
  { name: 'account-approve', path: () => '/system/accounts', fill: opens('审核') },
  { name: 'account-disable', path: () => '/system/accounts', fill: opens('停用') },
  { name: 'journal-entry', path: () => '/system/audit', fill: opens('查看') },
  {
    name: 'journal-rows',
    path: () => '/system/audit',
    fill: async (page) => {
      const search = page.getByRole('textbox', { name: '房屋、产权人或内容' })
      await search.fill('面积更正')
      await search.press('Enter')
      await page.getByText('共 1 条', { exact: true }).waitFor()
      await opens('查看')(page)
      await page.getByRole('table', { name: '逐套改动' }).locator('tbody tr.ant-table-row').first().waitFor()
    },
  },
  {
    name: 'journal-actions',
    path: () => '/system/audit',
    fill: (page) => page.getByRole('combobox', { name: '操作类型' }).click(),
    closesOnResize: true,
  },
  { name: 'journal-days', path: () => '/system/audit', fill: (page) => page.getByRole('textbox', { name: '日期' }).first().click(), closesOnResize: true },
  { name: 'journal-verified', path: () => '/system/audit', fill: opens('校验') },
  { name: 'retention-registry', path: () => '/system/retention', fill: opens('清除房产登记') },
  { name: 'journal-checkpoints', path: () => '/system/audit', fill: opens('检查点') },
]

const panels: readonly Screen[] = [
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
      await settled(page)
    },
  },
  {
    name: 'keys',
    path: ({ activities: { voting } }) => query('/voteManage/votedesk', { activityid: voting, operatetype: '2' }),
    fill: async (page) => {
      await page.getByRole('heading', { level: 1 }).filter({ visible: true }).click()
      await page.keyboard.press('?')
      await dialogOf(page).waitFor()
      await settled(page)
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
      await page.getByLabel('所在区划').fill('xihu')
      await page.getByRole('menuitemcheckbox', { name: '浙江省 / 杭州市 / 西湖区', exact: true }).waitFor()
      await settled(page)
    },
  },
  {
    name: 'toasts',
    path: properties,
    fill: async (page) => {
      await press(page, '批量删除')
      await press(page, '同步到投票活动')
      await opens('编辑')(page)
    },
  },
  { name: 'tab-menu', path: activities, fill: (page) => page.getByRole('tab', { name: '首页' }).click({ button: 'right' }), closesOnResize: true },
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

/** The screens with the most on them, in the letters of those who see badly. */
const inLargeLetters: readonly Screen[] = screens
  .filter(({ name }) => ['dashboard', 'property-list', 'activity-list', 'activity-edit', 'desk-vote', 'notify', 'progress', 'statistics'].includes(name))
  .flatMap((screen) => [
    { ...screen, name: `${screen.name}-large`, letters: '大' as const },
    { ...screen, name: `${screen.name}-extra-large`, letters: '特大' as const },
  ])

/** The last of all: whatever came after it would be covered. */
const cover: Screen = {
  name: 'cover',
  path: home,
  fill: async (page) => {
    await page.keyboard.press('Control+l')
    await page.getByRole('heading', { name: '屏幕已锁定' }).waitFor()
    await settled(page)
  },
}

export const overlays: readonly Screen[] = [...dialogs, ...panels, ...inLargeLetters, cover]

/** Chooses the size of the letters, as its menu does. */
export async function chooseLetters(page: Page, letters: '标准' | '大' | '特大'): Promise<void> {
  const menu = page.getByRole('button', { name: /^A⁺ 字号/ })
  if ((await menu.getAttribute('aria-label')) === `A⁺ 字号：${letters}`) return
  await menu.click()
  await page.getByRole('menuitem', { name: letters, exact: true }).filter({ visible: true }).click()
  await settled(page)
}
