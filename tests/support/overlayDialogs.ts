import {
  activities,
  button,
  chooseRows,
  dialogOf,
  fromActivity,
  fromUserMenu,
  home,
  openRoom,
  opens,
  pickMain,
  pickVoter,
  press,
  properties,
} from './overlaySteps.ts'
import { dropFile } from './program.ts'
import { ofActivity, query, type Screen } from './screens.ts'
import { NAMESAKE, ONE_OWNER } from './stage.ts'
import { workbookOf } from './workbooks/make.ts'

/** Dialogs, and similar overlays of screens. */
export const dialogs: readonly Screen[] = [
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
  { name: 'activity-new-rules', path: ({ estateId }) => query('/voteManage/input', { estateid: estateId }) },
  { name: 'activity-start', path: activities, fill: fromActivity(/停车位/, '开启投票') },
  { name: 'activity-tally', path: activities, fill: fromActivity(/更新电梯/, '开启唱票') },
  { name: 'activity-finish', path: activities, fill: fromActivity(/议事规则/, '结束') },
  ofActivity('progress-hint', '/voteManage/progress', 'voting', {
    needsEstate: true,
    fill: (page) => page.getByRole('gridcell', { name: /标记/ }).filter({ visible: true }).first().focus(),
  }),
  ofActivity('moments', '/voteManage/progress', 'voting', { needsEstate: true, fill: opens('两个时刻对比') }),
  ofActivity('not-voted-export', '/voteManage/progress', 'voting', { needsEstate: true, fill: opens('导出 Excel') }),
  ofActivity('bundle', '/voteManage/statistics', 'finished', { needsEstate: true, fill: opens('生成应诉包') }),
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
      await opens('生成选票')(page)
      await dialogOf(page).getByText('选择楼栋、单元', { exact: true }).click()
    },
  }),
  ofActivity('papers-print', '/voteManage/papers', 'voting', { needsEstate: true, fill: opens('打印选票') }),
  ofActivity('papers-spoil', '/voteManage/papers', 'tallying', {
    needsEstate: true,
    fill: async (page) => {
      // The first ones are voted, and cannot be spoiled.
      await page
        .getByRole('button', { name: /^作废 /, disabled: false })
        .filter({ visible: true })
        .first()
        .click()
      await dialogOf(page).waitFor()
    },
  }),
  ofActivity('papers-scan', '/voteManage/papers', 'tallying', {
    needsEstate: true,
    fill: async (page) => {
      await page.getByText('扫描收回', { exact: true }).filter({ visible: true }).click()
      await page.getByRole('textbox', { name: '选票编号' }).filter({ visible: true }).fill('2222222A')
      await page.keyboard.press('Enter')
    },
  }),
  ofActivity('proxy-register', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens('登记委托') }),
  ofActivity('publication-add', '/voteManage/publications', 'finished', { fill: opens('登记公示') }),
  ofActivity('objection-add', '/voteManage/publications', 'finished', { fill: opens('登记异议') }),
  ofActivity('objection-decide', '/voteManage/publications', 'finished', {
    fill: async (page) => {
      await opens(/^裁定 /)(page)
      await dialogOf(page).getByText('成立', { exact: true }).click()
      await press(page, '添加更正')
    },
  }),
  ofActivity('objection-again', '/voteManage/publications', 'finished', { fill: opens('重新裁定 异议1') }),
  ofActivity('objection-withdraw', '/voteManage/publications', 'finished', { fill: opens(/^撤回 异议/) }),
  ofActivity('publication-withdraw', '/voteManage/publications', 'finished', { fill: opens(/^撤回 /) }),
  ofActivity('proxy-details', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens(/^查看 /) }),
  ofActivity('proxy-revoke', '/voteManage/proxies', 'voting', { needsEstate: true, fill: opens(/^撤销 /) }),
  ofActivity('visits', '/voteManage/progress', 'voting', { needsEstate: true, fill: opens(/^走访 /) }),
  ofActivity('visit-register', '/voteManage/route', 'voting', {
    needsEstate: true,
    fill: async (page) => {
      await chooseRows(page)
      await opens(/^批量登记走访/)(page)
    },
  }),
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
  ofActivity('activity-extend', '/voteManage/activity', 'voting', { fill: opens('延期') }),
  ofActivity('activity-handover', '/voteManage/activity', 'voting', { fill: opens('移交') }),
  { name: 'account-reset', path: () => '/system/accounts', fill: opens('重置密码') },
  { name: 'account-create', path: () => '/system/accounts', fill: opens('新建账号') },
  { name: 'account-role', path: () => '/system/accounts', fill: opens('修改权限') },
  {
    name: 'account-scope',
    path: () => '/system/accounts',
    fill: async (page) => {
      await opens('新建账号')(page)
      await dialogOf(page).getByText('指定小区', { exact: true }).click()
    },
  },
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
