import { expect, test, type Locator, type Page } from '@playwright/test'
import { askMark, good, takeSteps, type PropertyRow } from '../support/activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { chooseOwner, openDesk, paper, searchBox } from '../support/desk.ts'
import { doubleClickSlowly } from '../support/doubleClick.ts'
import { goTo, httpRoster, placeInWords, voterNamed } from '../support/http-activities.ts'
import { dropFile } from '../support/program.ts'
import type { HttpClient } from '../support/server-process.ts'
import { workbookOf } from '../support/workbooks/make.ts'

/** Actions are undone by 撤销, in the toast or on the desk's line, until something depends on them. */
test.describe.configure({ mode: 'serial' })

const ZHANG = '110101196203150012'
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { idNumber: ZHANG }],
  ['1-102', '张三', 50.5, { idNumber: ZHANG }],
  ['1-201', '李四', 80],
  ['1-202', '李四', 90],
  ['2-101', '王五', 60],
  ['2-102', '赵六', 60],
]

let started: ActivityProgram
let page: Page
let client: HttpClient
let activityId: string
let place: { readonly estateid: string; readonly activityid: string }

test.beforeAll(async () => {
  started = await startWithActivity({ properties, estate: '撤销小区', activity: { title: '撤销表决' } })
  ;({ client, page } = started)
  await page.setViewportSize({ width: 1366, height: 768 })
  ;({ activityId } = started.activity)
  place = { estateid: started.activity.estateId, activityid: activityId }
})
test.afterAll(() => started.close())

const dialog = (name: string) => page.getByRole('dialog', { name })
const row = (text: string) => page.getByRole('row').filter({ hasText: text, visible: true })
const notice = (title: string) => page.locator('.toast-notice').filter({ has: page.getByText(title, { exact: true }) })
const undo = (title: string) => notice(title).getByRole('button', { name: '撤销', exact: true })
/** The toast may belong to a previous undo, so callers wait for the result. */
const isUndone = () => expect(page.locator('.ant-message').getByText('已撤销', { exact: true })).toBeVisible()
/** Page controls covered by a toast that stays for ten seconds. */
const covered = () =>
  page.evaluate(() => {
    const toasts = Array.from(document.querySelectorAll('.ant-message-notice'), (toast) => toast.getBoundingClientRect())
    return Array.from(document.querySelectorAll('.frame-page :is(button, a[href], input, label, [role="tab"])'))
      .filter((act) => act.checkVisibility({ visibilityProperty: true }))
      .filter((act) => {
        const box = act.getBoundingClientRect()
        return toasts.some((toast) => toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom)
      })
      .map((act) => act.getAttribute('aria-label') ?? act.textContent)
  })
/** In the narrow window, with the tabs of the vote's page above. */
const coversNothing = async (toast: Locator) => {
  await expect(toast).toBeInViewport({ ratio: 1 })
  expect(await covered()).toEqual([])
}
const shared = async (name: string) => (await voterNamed(client, activityId, name)).relaPropertyInfos.map(({ relapropertyname }) => relapropertyname)
const rosterProperty = async (name: string) => {
  const found = (await httpRoster(client, activityId)).get(placeInWords(name))
  if (!found) throw new Error(`${name} is not in the roster`)
  return found
}

test.describe('undoing a merge', () => {
  const mergeZhang = async () => {
    await row('张三').getByRole('button', { name: '合并 张三' }).click()
    await dialog('合并票权 · 张三').getByRole('button', { name: '合并', exact: true }).click()
    await expect(notice('合并票权成功')).toContainText('张三')
    await expect(row('张三')).toBeHidden()
    await coversNothing(notice('合并票权成功'))
  }

  test('undoes a merge once, even on repeated clicks, and lists the owner again', async () => {
    await goTo(page, '/voteManage/mngballot', place)
    const { ballotId } = await rosterProperty('1-102')
    await mergeZhang()
    await expect.poll(() => shared('1-101')).toEqual([placeInWords('1-102')])
    await undo('合并票权成功').dblclick()
    await isUndone()
    await expect(notice('合并票权成功')).toBeHidden()
    await expect(row('张三')).toBeVisible()
    await expect.poll(() => shared('1-101')).toEqual([])
    expect((await rosterProperty('1-102')).ballotId).toBe(ballotId)
  })

  test('undoes a merge by keyboard alone', async () => {
    await mergeZhang()
    await undo('合并票权成功').focus()
    await page.keyboard.press('Enter')
    await isUndone()
    await expect(row('张三')).toBeVisible()
  })

  test('undoes a merge of everything an owner has in one act', async () => {
    await goTo(page, '/voteManage/mngballot', place)
    await page
      .getByRole('button', { name: '仅姓名相同' })
      .or(page.getByText(/^仅姓名相同/))
      .first()
      .click()
    await row('李四').getByRole('button', { name: '查看 李四' }).click()
    await page.getByRole('button', { name: '全部合并（1 套）' }).click()
    await doubleClickSlowly(undo('合并票权成功'), () => expect(notice('合并票权成功')).toBeHidden())
    await isUndone()
    await expect(page.getByRole('button', { name: '全部合并（1 套）' })).toBeVisible()
    await expect.poll(() => shared('1-201')).toEqual([])
  })

  test('refuses if somebody else has changed it meanwhile, with the reason', async () => {
    await goTo(page, '/voteManage/mngballot', place)
    await page.getByRole('button', { name: '返回未合并名单' }).click()
    await mergeZhang()
    await takeSteps(client, activityId, 'start')
    good(await askMark(client, activityId, await rosterProperty('1-101'), 'Z1'))
    await undo('合并票权成功').click()
    await expect(page.getByText('该票权已标记或已投票，不能调整')).toBeVisible()
    await expect.poll(() => shared('1-101')).toEqual([placeInWords('1-102')])
  })
})

test.describe('undoing a delivery', () => {
  const deliver = async (name: string) => {
    await row(placeInWords(name))
      .getByRole('button', { name: /登记送达/ })
      .click()
    await dialog('登记送达').getByRole('radio', { name: '上门' }).check()
    await dialog('登记送达').getByRole('button', { name: '提交' }).click()
    await expect(row(placeInWords(name))).toContainText('已送达')
    await coversNothing(notice('提交成功'))
  }

  test('undoes a delivery: the property is undelivered again, and the record says so', async () => {
    await goTo(page, '/voteManage/notify', place)
    await deliver('2-101')
    await undo('提交成功').click()
    await isUndone()
    await expect(row(placeInWords('2-101'))).toContainText('未送达')
    const { rosterPropertyId } = await rosterProperty('2-101')
    const records = good(await client.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId }))
    expect(records).toMatchObject([{ voidreason: '登记后立即撤销' }])
  })

  test('reports a delivery that somebody has voided meanwhile', async () => {
    await deliver('2-101')
    const { rosterPropertyId } = await rosterProperty('2-101')
    const [{ notifyid }] = good(await client.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId }))
    good(await client.post('/vote/voidnotify', { notifyid, reason: '登记错误' }))
    await undo('提交成功').click()
    await expect(page.getByText('该送达已作废，请刷新后查看')).toBeVisible()
    await expect(row(placeInWords('2-101'))).toContainText('未送达')
  })
})

test.describe('undoing a mark', () => {
  const newest = () => page.getByRole('region', { name: '本机最近' }).getByRole('listitem').first()
  const takeBack = () => newest().getByRole('button', { name: /^撤销/ })
  const notices = () => page.locator('.ant-message-notice')
  const mark = async (name: string, code: string) => {
    await searchBox(page).fill('')
    await chooseOwner(page, placeInWords(name))
    await paper(page).getByRole('textbox', { name: '标记码' }).fill(code)
    await page.keyboard.press('Control+Enter')
    const risk = page.getByRole('dialog').filter({ hasText: '将改为' })
    await expect(
      newest()
        .filter({ hasText: `已标记 ${code}` })
        .or(risk),
    ).toBeVisible()
    if (await risk.isVisible()) await risk.getByRole('button', { name: /提交|标记/ }).click()
    await expect(newest()).toContainText(`已标记 ${code}`)
    await expect(notices()).toHaveCount(0)
  }
  const note = () => page.getByTestId('note').filter({ visible: true })
  const codeOf = async (name: string): Promise<string> => {
    const [record] = good(await client.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId: (await rosterProperty(name)).ballotId }))
    return (record?.ballotcode ?? '') as string
  }

  test('undoes a mark at once from the strip, even on repeated clicks', async () => {
    await openDesk(page, activityId, 1)
    await mark('2-101', 'M1')
    await takeBack().dblclick()
    await expect(newest()).toContainText('已撤销 M1')
    await expect(note()).toHaveText('已撤销标记，标记码可以给别的业主使用')
    await expect(takeBack()).toHaveAttribute('aria-disabled', 'true')
    await expect(searchBox(page)).toBeFocused()
    await expect(notices()).toHaveCount(0)
    await expect.poll(() => codeOf('2-101')).toBe('')
  })

  test('undoes a mark by keyboard, and after ten seconds with a question as usual', async () => {
    await mark('2-101', 'M1')
    await expect(searchBox(page)).toBeFocused()
    for (let presses = 0; presses < 8 && !(await takeBack().evaluate((button) => button === document.activeElement)); presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(newest()).toContainText('已撤销 M1')
    await mark('2-101', 'M1')
    await expect(takeBack()).toHaveClass(/ant-btn-primary/)
    await expect(takeBack()).not.toHaveClass(/ant-btn-primary/)
    await takeBack().click()
    const question = page.getByRole('dialog').filter({ hasText: '确认撤销标记吗?' })
    await question.getByRole('textbox', { name: '其他撤销原因' }).fill('发错了选票')
    await question.getByRole('button', { name: '撤销标记' }).click()
    await expect(newest()).toContainText('已撤销 M1')
    await expect.poll(() => codeOf('2-101')).toBe('')
  })

  test('restores the former code if the mark replaced one', async () => {
    await mark('2-101', 'M1')
    await mark('2-101', 'M2')
    await expect.poll(() => codeOf('2-101')).toBe('M2')
    await takeBack().click()
    await expect(note()).toHaveText('已撤销，标记码恢复为 M1')
    await expect.poll(() => codeOf('2-101')).toBe('M1')
    await expect(newest()).toContainText('已标记 M1')
  })

  test('leaves a mark as another desk has changed it meanwhile', async () => {
    await mark('2-102', 'M3')
    good(await askMark(client, activityId, await rosterProperty('2-102'), 'M4'))
    await takeBack().click()
    await expect(page.getByText('标记码已改为M4，不能撤销，请刷新后查看')).toBeVisible()
    await expect.poll(() => codeOf('2-102')).toBe('M4')
  })
})

test.describe('undoing a scan', () => {
  const band = () => page.getByTestId('scan-band').filter({ visible: true })
  const register = async (code: string, words: string) => {
    await page.getByRole('textbox', { name: '选票编号' }).filter({ visible: true }).fill(code)
    await page.keyboard.press('Enter')
    await expect(band()).toContainText(words)
    await expect(band()).toContainText(code)
  }
  const issued = async (name: string): Promise<string> => {
    const { ballotId } = await rosterProperty(name)
    return good(await client.post('/paper/issue', { voteactivityid: activityId, ballotids: [ballotId] })).papers[0].code as string
  }
  const stateOf = async (code: string) =>
    (good(await client.get('/paper/list', { voteactivityid: activityId })).datas as { code: string; status: number }[]).find((row) => row.code === code)?.status

  test('undoes a scan: the paper returns to its previous state, and the scan says so', async () => {
    const code = await issued('1-201')
    await goTo(page, '/voteManage/papers', place)
    await page.getByText('扫描收回', { exact: true }).click()
    await register(code, '已收回')
    await expect.poll(() => stateOf(code)).toBe(2)
    await coversNothing(notice('已登记收回'))
    await undo('已登记收回').click()
    await isUndone()
    await expect(band()).toHaveAttribute('data-outcome', 'undone')
    await expect(page.getByRole('region', { name: '最近扫描' })).toContainText('已撤销')
    await expect.poll(() => stateOf(code)).toBe(0)
    await register(code, '已收回')
  })

  test('refuses to undo a scan of a paper spoiled meanwhile', async () => {
    const code = await issued('1-202')
    await register(code, '已收回')
    good(await client.post('/paper/spoil', { voteactivityid: activityId, codes: [code], reason: '选票损坏' }))
    await undo('已登记收回').click()
    await expect(page.getByText('该选票已作废')).toBeVisible()
    await expect.poll(() => stateOf(code)).toBe(3)
  })
})

test.describe('undoing deliveries to many', () => {
  const dialogOfBatch = () => dialog('批量登记送达')
  const openDeliveries = () => goTo(page, '/voteManage/notify', place)
  const registerTwo = async () => {
    for (const name of ['2-101', '2-102']) await row(placeInWords(name)).getByRole('checkbox').check()
    await page.getByRole('button', { name: '批量登记送达', exact: true }).filter({ visible: true }).click()
    await dialogOfBatch().getByRole('radio', { name: '定点' }).check()
    await dialogOfBatch().getByLabel('送达人').fill('公告栏')
    await dialogOfBatch().getByRole('button', { name: '提交' }).click()
    await page.getByRole('dialog').filter({ hasText: '确认给 2 套房屋登记送达吗?' }).getByRole('button', { name: '登记' }).click()
    await expect(dialogOfBatch()).toBeHidden()
    await coversNothing(notice('提交成功，已登记 2 套'))
    await expect(row(placeInWords('2-101'))).toContainText('公告栏')
  }

  test('undoes a batch in one act, even on repeated clicks', async () => {
    await openDeliveries()
    await registerTwo()
    await undo('提交成功，已登记 2 套').dblclick()
    await isUndone()
    for (const name of ['2-101', '2-102']) await expect(row(placeInWords(name)).locator('del', { hasText: '公告栏' })).toBeVisible()
    expect(good(await client.get('/audit/list', { action: 'notification.undoMany', pageNo: 1, pageSize: 5 })).totalCount).toBe(1)
  })

  test('restores former remarks after a repeated registration', async () => {
    const remark = async (name: string) => {
      const records = good(await client.get('/vote/getnofityrecords', { activitypropertyid: (await rosterProperty(name)).rosterPropertyId }))
      return (records as { remark: string; voiddate: string }[]).find(({ voiddate }) => voiddate === '')?.remark
    }
    const register = async (words: string) => {
      await row(placeInWords('2-101')).getByRole('checkbox').check()
      await page.getByRole('button', { name: '批量登记送达', exact: true }).filter({ visible: true }).click()
      await dialogOfBatch().getByRole('radio', { name: '定点' }).check()
      await dialogOfBatch().getByLabel('送达时间').fill('2026-01-05 08:00')
      await dialogOfBatch().getByLabel('备注').fill(words)
      await dialogOfBatch().getByRole('button', { name: '提交' }).click()
      await page.getByRole('dialog').filter({ hasText: '确认给 1 套房屋登记送达吗?' }).getByRole('button', { name: '登记' }).click()
      await expect.poll(() => remark('2-101')).toBe(words)
      await expect(dialogOfBatch()).toBeHidden()
    }
    await register('先')
    await register('后')
    await undo('提交成功，已登记 1 套').click()
    await isUndone()
    await expect.poll(() => remark('2-101')).toBe('先')
  })

  test('refuses if one delivery was voided meanwhile, with the reason', async () => {
    await registerTwo()
    const { rosterPropertyId } = await rosterProperty('2-102')
    const records = good(await client.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId })) as { notifyid: string; voiddate: string }[]
    good(await client.post('/vote/voidnotify', { notifyid: records.find(({ voiddate }) => voiddate === '')?.notifyid, reason: '登记错误' }))
    await undo('提交成功，已登记 2 套').click()
    await expect(page.getByText('登记之后有1条送达已修改或作废，不能撤销，请在“查看”里逐条作废')).toBeVisible()
    await expect(row(placeInWords('2-101'))).toContainText('公告栏')
  })

  test('undoes deliveries by papers likewise', async () => {
    const { ballotId } = await rosterProperty('1-202')
    const { papers } = good(await client.post('/paper/issue', { voteactivityid: activityId, ballotids: [ballotId] }))
    good(await client.post('/paper/out', { voteactivityid: activityId, codes: [papers[0].code] }))
    await page.getByRole('button', { name: '按选票登记送达', exact: true }).filter({ visible: true }).click()
    await dialog('按选票登记送达')
      .getByRole('checkbox', { name: /^已发出/ })
      .check()
    await dialog('按选票登记送达').getByRole('button', { name: '提交' }).click()
    await page
      .getByRole('dialog')
      .filter({ hasText: /确认给 \d 套房屋登记送达吗/ })
      .getByRole('button', { name: '登记' })
      .click()
    const told = page.locator('.toast-notice').filter({ hasText: '提交成功，已登记' })
    await expect(told).toBeVisible()
    await expect(row(placeInWords('1-202'))).toContainText('已送达')
    await told.getByRole('button', { name: '撤销', exact: true }).click()
    await isUndone()
    await expect(row(placeInWords('1-202'))).toContainText('未送达')
  })

  test('undoes imported deliveries from the import’s end, and from the list until something changes', async () => {
    const columns = ['分期', '区', '楼栋', '单元', '房号', '送达方式', '送达时间', '送达人', '备注']
    const importTwo = async (name: string, remark: string) => {
      const rows = ['101', '102'].map((room) => ['一期', '', '2栋', '1单元', room, '上门', '2026-01-05 08:00', '楼长', remark])
      await dropFile(page, '[data-testid=import-host]:visible', name, await workbookOf([columns, ...rows]))
      await page.getByRole('button', { name: '开始导入' }).click()
      await expect(page.getByText(/^导入成功！/)).toBeVisible()
    }
    const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
    const question = () => page.getByRole('dialog').filter({ hasText: '撤销这次送达导入吗？' })
    await openDeliveries()
    await importTwo('送达.xlsx', '一')
    await button('撤销本次导入').click()
    await expect(question()).toContainText('导入的“送达.xlsx”：新增的 2 条送达将作废，记录保留。')
    await question().getByRole('button', { name: '撤销导入' }).click()
    await expect(page.locator('.ant-message').getByText('已撤销导入：作废 2 条，恢复 0 条')).toBeVisible()
    await expect(row(placeInWords('2-102'))).toContainText('未送达')
    const { rosterPropertyId } = await rosterProperty('2-102')
    const recorded = async () =>
      good(await client.get('/vote/getnofityrecords', { activitypropertyid: rosterPropertyId })) as { notifyid: string; remark: string; voidreason: string }[]
    expect((await recorded()).find(({ remark }) => remark === '一')).toMatchObject({ voidreason: '撤销导入' })
    await expect(button('撤销最近导入')).toBeHidden()

    await importTwo('再来.xlsx', '二')
    await button('查看送达').click()
    await expect(button('撤销最近导入')).not.toHaveAttribute('aria-disabled')
    await button('撤销最近导入').click()
    good(await client.post('/vote/voidnotify', { notifyid: (await recorded()).find(({ remark }) => remark === '二')?.notifyid, reason: '登记错误' }))
    await question().getByRole('button', { name: '撤销导入' }).click()
    await expect(page.getByText('导入之后有1条送达已修改或作废，不能撤销，请在“查看”里逐条作废').first()).toBeVisible()
    await expect(button('撤销最近导入')).toHaveAttribute('aria-disabled', 'true')
  })
})
