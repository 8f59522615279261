import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import {
  askVote,
  good,
  propertiesOfEstateA,
  makeActivity,
  makeEstate,
  mergesOfEstateA,
  optionsTopic,
  takeSteps,
  topic,
  type MadeActivity,
} from '../support/activities.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { breakDisk } from '../support/disk.ts'
import { goTo, propertyAt, httpRoster, makeActivityNow, mergeNamed, placeInWords, type HttpRosterProperty } from '../support/http-activities.ts'
import { chooseLetters } from '../support/letters.ts'
import { pdfPages, pdfPageSizes } from '../support/pdf.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { readReport, rowOf, sheetNamed } from '../support/reports.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'

test.describe.configure({ mode: 'serial' })

let program: Program
let page: Page
let client: HttpClient
/** Estate A of `counting.md` section 4: five heads and 600.00 m². */
let estateId: string
let open: Vote
let finished: Vote
let onlyCounted: Vote
let withSilent: Vote
let divided: Vote

interface Vote extends MadeActivity {
  readonly roster: Map<string, HttpRosterProperty>
}

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  client = httpClient(server.url, await memberToken(server.url))
  estateId = (await makeEstate(client, propertiesOfEstateA, '示范小区甲')).estateId
  open = await makeVote('进行中的表决', { topics: [topic('更新电梯')] }, { '1-102': '1' })
  finished = await makeVote(
    '更新电梯与选聘物业',
    { topics: [topic('更新电梯'), optionsTopic('选聘物业', ['甲公司', '乙公司'])] },
    { '1-101': '112', '1-102': '110', '1-301': '123', '2-101': '211' },
  )
  await takeSteps(client, finished.activityId, 'finish')
  onlyCounted = await makeVote('征求意见', { topics: [topic('加装门禁')], votetype: 6 }, { '1-101': '1' })
  withSilent = await makeVote(
    '未反馈计弃权的表决',
    { topics: [topic('修订议事规则')], votetype: 5, rulebasis: '议事规则第八条' },
    { '1-101': '1', '1-102': '1', '1-301': '1' },
    ['2-101'],
  )
  divided = await makeVote(
    '未反馈从多的表决',
    { topics: [topic('拆除围墙')], votetype: 3, rulebasis: '议事规则第八条' },
    { '1-101': '2', '1-102': '1', '2-101': '1' },
    ['1-301'],
  )
  program = await programAt(server.url)
  page = program.page
})

/** A vote in 投票中 with some properties' answers by short name, and deliveries to others. */
async function makeVote(title: string, more: Record<string, unknown>, answers: Record<string, string>, delivered: readonly string[] = []): Promise<Vote> {
  const activity = await makeActivityNow(client, estateId, { title, ...more })
  await mergeNamed(client, activity.activityId, mergesOfEstateA)
  await takeSteps(client, activity.activityId, 'start')
  const roster = await httpRoster(client, activity.activityId)
  for (const [name, answer] of Object.entries(answers)) good(await askVote(client, activity, [propertyAt(roster, placeInWords(name))], answer))
  for (const name of delivered) {
    const delivery = { activitypropertyid: propertyAt(roster, placeInWords(name)).rosterPropertyId, votesource: 2, notifytime: '2026-05-01 08:30:00' }
    good(await client.post('/vote/savenotify', { ...delivery, notifier: '王五', remark: '', pics: [] }))
  }
  return { ...activity, roster }
}

const show = async (activity: MadeActivity, topicTitle: string) => {
  await goTo(page, '/voteManage/statistics', { estateid: activity.estateId, activityid: activity.activityId })
  await expect(card(topicTitle)).toBeVisible()
  const unfold = button('全部展开')
  if (await unfold.isVisible()) await unfold.click()
}
const card = (title: string): Locator => page.getByRole('article', { name: `${title} 的结论`, exact: true }).filter({ visible: true })
const outcome = (title: string) => card(title).locator('[data-outcome]')
const reasons = (title: string) => card(title).getByRole('listitem')
const figures = (title: string, name: string) =>
  page
    .getByRole('table', { name: `${title} 的统计`, exact: true })
    .filter({ visible: true })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
    .getByRole('cell')
const turnout = () => page.getByRole('group', { name: '参与情况' }).filter({ visible: true })
const button = (name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true })
const toast = (sentence: string): Locator => page.locator('.ant-message').getByText(sentence, { exact: true })

test('an address without parameters, and a deleted activity, are reported', async () => {
  await goTo(page, '/voteManage/statistics', { activityid: finished.activityId })
  await expect(page.getByText('页面参数不完整，请从活动列表进入').filter({ visible: true })).toBeVisible()
  await goTo(page, '/voteManage/statistics', { estateid: estateId, activityid: 'nothing' })
  await expect(page.getByText('投票活动不存在').filter({ visible: true })).toBeVisible()
})

test('shows the overall rates by heads and area, and the shortfall to two thirds', async () => {
  await show(open, '1. 更新电梯')
  const bar = (name: string) => turnout().getByRole('progressbar', { name: `已投票${name}` })
  await expect(bar('人数')).toHaveAttribute('aria-valuetext', '1 / 5 人，20.00%')
  await expect(bar('面积')).toHaveAttribute('aria-valuetext', '80.00 / 600.00㎡，13.33%')
  await expect(turnout().getByTitle('三分之二')).toHaveCount(2)
  await expect(turnout()).toContainText('还差 3 人、320.00㎡')
  await expect(page.getByText('过程数据，投票结束前不作为表决结论').filter({ visible: true })).toBeVisible()
  // No verdict before the end, neither in words nor in colour.
  await expect(outcome('1. 更新电梯')).toHaveText('目前未成立')
  await expect(outcome('1. 更新电梯')).toHaveAttribute('data-outcome', 'open')
  await expect(card('1. 更新电梯')).toContainText('参与表决的人数或面积不足三分之二')
  await expect(card('1. 更新电梯')).toContainText('还差 3 人、320.00㎡')

  // 400 of 600 m² are exactly two thirds, 3 of 5 heads are not (`counting.md`, case A1).
  for (const name of ['1-101', '1-301']) good(await askVote(client, open, [propertyAt(open.roster, placeInWords(name))], '1'))
  await button('刷新').click()
  await expect(bar('面积')).toHaveAttribute('aria-valuetext', '400.00 / 600.00㎡，66.67%')
  await expect(turnout()).toContainText('面积已达到 2/3，人数还差 1 人')
  await expect(outcome('1. 更新电梯')).toHaveText('目前未成立')
  await expect(card('1. 更新电梯')).toContainText('还差 1 人')
})

const classes = ['同意', '反对', '弃权', '无效', '未表决'] as const
const bars = (title: string, of: '全体' | '参加表决') =>
  page
    .getByRole('region', { name: title, exact: true })
    .filter({ visible: true })
    .getByTestId('bar-pair')
    .filter({ hasText: new RegExp(`^${of} `) })

test('a topic and each option: five classes by heads and area in a table, and bars with one relevant line', async () => {
  await show(finished, '1. 更新电梯')
  await expect(page.getByText('过程数据，投票结束前不作为表决结论').filter({ visible: true })).toHaveCount(0)
  const expected = {
    '1. 更新电梯': [
      ['3', '60.00%', '400.00', '66.67%'],
      ['1', '20.00%', '90.00', '15.00%'],
      ['0', '0.00%', '0.00', '0.00%'],
      ['0', '0.00%', '0.00', '0.00%'],
      ['1', '20.00%', '110.00', '18.33%'],
    ],
    '2. 选聘物业：甲公司': [
      ['3', '60.00%', '370.00', '61.67%'],
      ['1', '20.00%', '120.00', '20.00%'],
      ['0', '0.00%', '0.00', '0.00%'],
      ['0', '0.00%', '0.00', '0.00%'],
      ['1', '20.00%', '110.00', '18.33%'],
    ],
    '2. 选聘物业：乙公司': [
      ['1', '20.00%', '90.00', '15.00%'],
      ['1', '20.00%', '200.00', '33.33%'],
      ['1', '20.00%', '120.00', '20.00%'],
      ['1', '20.00%', '80.00', '13.33%'],
      ['1', '20.00%', '110.00', '18.33%'],
    ],
  }
  for (const [title, rows] of Object.entries(expected)) {
    for (const [index, row] of rows.entries()) await expect(figures(title, classes[index] ?? '')).toHaveText(row)
    await expect(figures(title, '合计')).toHaveText(['5', '100.00%', '600.00', '100.00%'])
    // The whole has the quorum's threshold only, the participants those of the rule.
    await expect(bars(title, '全体').getByTestId('threshold')).toHaveText(['2/3'])
    await expect(bars(title, '参加表决').getByTestId('threshold')).toHaveText(['1/2'])
    for (const unit of ['人数', '面积'])
      for (const of of ['全体', '参加表决'] as const) await expect(bars(title, of).getByText(unit, { exact: true })).toBeVisible()
  }
  // A class that is wide enough is labelled in both bars with its share.
  for (const [name, ofWhole, ofThose] of [
    ['同意', '20.00%', '25.00%'],
    ['反对', '20.00%', '25.00%'],
    ['弃权', '20.00%', '25.00%'],
    ['无效', '20.00%', '25.00%'],
  ] as const) {
    await expect(bars('2. 选聘物业：乙公司', '全体').getByTestId('bar').first()).toContainText(`${name} ${ofWhole}`)
    await expect(bars('2. 选聘物业：乙公司', '参加表决').getByTestId('bar').first()).toContainText(`${name} ${ofThose}`)
  }
  await expect(bars('2. 选聘物业：乙公司', '全体').getByText('未参与')).toHaveCount(2)
  await expect(bars('2. 选聘物业：乙公司', '参加表决').getByText('未参与')).toHaveCount(0)
  // If votes are invalid, their meaning is explained, and that a voided one does not take part.
  const region = (title: string) => page.getByRole('region', { name: title, exact: true }).filter({ visible: true })
  await expect(region('2. 选聘物业：乙公司')).toContainText('作废后没有再投的不算已投票')
  await expect(region('1. 更新电梯')).not.toContainText('作废后没有再投的不算已投票')
  // The election itself has no figures.
  await expect(page.getByRole('table', { name: '2. 选聘物业 的统计', exact: true })).toHaveCount(0)
})

test('every outcome states its rule and figures, with the strict outcome beside it if different', async () => {
  await expect(outcome('1. 更新电梯')).toHaveText('通过')
  await expect(outcome('1. 更新电梯')).toHaveAttribute('data-outcome', 'passed')
  await expect(card('1. 更新电梯')).toContainText('参与表决的人数和面积均达到三分之二，同意的人数和面积均达到要求')
  await expect(card('1. 更新电梯')).toContainText('双过半（仅计收回票）')
  await expect(reasons('1. 更新电梯')).toHaveText([
    '参与 4/5 = 80.00% ≥ 2/3 ✓达到',
    '面积 490.00/600.00㎡ = 81.67% ≥ 2/3 ✓达到',
    '同意 3/4 = 75.00% ＞ 1/2 ✓达到',
    '面积 400.00/490.00㎡ = 81.63% ＞ 1/2 ✓达到',
  ])
  await expect(card('1. 更新电梯')).not.toContainText('仅计收回票时')
  await expect(outcome('2. 选聘物业：乙公司')).toHaveText('不通过')
  await expect(card('2. 选聘物业：乙公司')).toContainText('参与表决的人数和面积均达到三分之二，但同意的人数或面积没有达到要求')
  await expect(reasons('2. 选聘物业：乙公司').nth(2)).toHaveText('同意 1/4 = 25.00% ≤ 1/2 ✗没有达到')

  await show(onlyCounted, '1. 加装门禁')
  await expect(outcome('1. 加装门禁')).toHaveText('不作结论')
  await expect(card('1. 加装门禁')).toContainText('本次只统计，不作结论')
  await expect(card('1. 加装门禁')).toContainText('仅统计')
  await expect(reasons('1. 加装门禁').first()).toHaveText('参与 1/5 = 20.00%')

  await show(withSilent, '1. 修订议事规则')
  await expect(outcome('1. 修订议事规则')).toHaveText('目前通过')
  await expect(card('1. 修订议事规则')).toContainText('仅计收回票时：目前未成立')
  for (const words of ['双过半（未反馈计弃权）', '参与 4/5 = 80.00%', '同意 3/4 = 75.00%', '其中登记为已送达、未反馈 1 人、90.00㎡，计为弃权'])
    await expect(card('1. 修订议事规则')).toContainText(words)
  await expect(turnout()).toContainText('本活动的计票方式还计入已送达未投票的票权，是否达到 2/3 以统计结果为准')

  await show(divided, '1. 拆除围墙')
  await expect(outcome('1. 拆除围墙')).toHaveText('目前未成立')
  await expect(card('1. 拆除围墙')).toContainText('多数意见不一致，未反馈票未计入')
})

test('the verdict of returned papers only is readable in one piece in the largest font', { tag: '@full' }, async () => {
  await show(withSilent, '1. 修订议事规则')
  await chooseLetters(page, '特大')
  const words = card('1. 修订议事规则').getByRole('paragraph').filter({ hasText: '仅计收回票时：' })
  const linesOfVerdict = await words.evaluate((paragraph) => {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
    let last: Node = paragraph
    while (walker.nextNode()) last = walker.currentNode
    const range = document.createRange()
    range.setStart(last, (last.textContent ?? '').length - '目前未成立'.length)
    range.setEnd(last, (last.textContent ?? '').length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(linesOfVerdict).toBe(1)
  await chooseLetters(page, '标准')
})

test('a shortfall keeps its unit beside it at any width', { tag: '@full' }, async () => {
  await show(finished, '2. 选聘物业：乙公司')
  const lacking = card('2. 选聘物业：乙公司').getByText(/^同意还差 .*㎡$/)
  const unitAtBegin = await lacking.evaluate((words) => {
    words.style.width = 'min-content'
    const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT)
    const unit = document.createRange()
    while (walker.nextNode()) {
      const at = (walker.currentNode.textContent ?? '').indexOf('㎡')
      if (at === -1) continue
      unit.setStart(walker.currentNode, at)
      unit.setEnd(walker.currentNode, at + 1)
    }
    const isAtBegin = unit.getBoundingClientRect().left - words.getBoundingClientRect().left < 1
    words.style.width = ''
    return isAtBegin
  })
  expect(unitAtBegin).toBe(false)
})

test('five topics with verdicts and deciding figures fit on a small screen, and expand', { tag: '@full' }, async () => {
  const titles = ['更新电梯', '加装门禁', '修订管理规约', '选聘物业服务企业', '使用维修资金'].map((title, index) => `${index + 1}. ${title}`)
  const activity = await makeVote('五项表决', { topics: titles.map((title) => topic(title.slice(3))) }, { '1-101': '12111' })
  await goTo(page, '/voteManage/statistics', { estateid: estateId, activityid: activity.activityId })
  for (const title of titles) {
    await expect(outcome(title)).toBeInViewport({ ratio: 1 })
    await expect(reasons(title)).toHaveText(['参与 1/5 = 20.00% ＜ 2/3 ✗没有达到', /^面积 /])
  }
  await expect(page.getByRole('table', { name: / 的统计$/ }).filter({ visible: true })).toHaveCount(0)
  await button(`${titles[1]} 明细`).click()
  await expect(figures(titles[1] ?? '', '反对')).toHaveText(['1', '20.00%', '200.00', '33.33%'])
  await expect(page.getByRole('table', { name: / 的统计$/ }).filter({ visible: true })).toHaveCount(1)
  await button('全部展开').click()
  await expect(page.getByRole('table', { name: / 的统计$/ }).filter({ visible: true })).toHaveCount(5)
  await button('全部收起').click()
  await expect(page.getByRole('table', { name: / 的统计$/ }).filter({ visible: true })).toHaveCount(0)
})

test('an empty roster says what to do, and why nothing can be printed, saved or reported', async () => {
  const { estateid } = good(await client.post('/vtestate/save', { name: '空小区', addr: '路2号' }))
  const empty = await makeActivity(client, estateid, { title: '空清册的表决' })
  await goTo(page, '/voteManage/statistics', { estateid, activityid: empty.activityId })
  await expect(page.getByText('票权清册是空的。请在“房产信息”中导入房产，再同步到这个活动').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('过程数据，投票结束前不作为表决结论').filter({ visible: true })).toHaveCount(0)
  await expect(
    page
      .getByRole('article', { name: / 的结论$/ })
      .or(page.getByRole('table', { name: / 的统计$/ }))
      .filter({ visible: true }),
  ).toHaveCount(0)
  for (const name of ['打印', '保存为 PDF', '生成报告']) await expect(button(name)).toHaveAttribute('aria-disabled', 'true')
  await button('生成报告').hover()
  await expect(page.getByRole('tooltip', { name: '票权清册是空的，没有可以打印或保存的数字' })).toBeVisible()
  await button('去房产信息').click()
  await expect(page).toHaveURL(new RegExp(`/property/Index\\?estateid=${estateid}`))
})

test('the chart’s font follows the chosen size', { tag: '@full' }, async () => {
  await show(finished, '1. 更新电梯')
  const size = (pixels: string) => expect(bars('1. 更新电梯', '全体').getByText('人数', { exact: true })).toHaveCSS('font-size', pixels)
  await size('14px')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /^A⁺/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await choose('特大')
  await size('20px')
  await choose('标准')
  await size('14px')
})

const saved = () => page.getByRole('alert').filter({ hasText: '报告已保存' })
const make = async (edition: RegExp) => {
  await button('生成报告').click()
  await page.getByRole('menuitem', { name: edition }).click()
}
const full = /^完整报告/
const published = /^公示版/
const textsOf = async (path: string): Promise<string> => {
  const workbook = await readReport(readFileSync(path))
  return workbook.worksheets.flatMap((sheet) => Array.from({ length: sheet.rowCount }, (_, index) => rowOf(sheet, index + 1).join('\t'))).join('\n')
}
/** What the system shell was asked to open or show. */
async function watchShell(): Promise<() => Promise<{ did: string; path: string }[]>> {
  await program.app.evaluate(({ shell }) => {
    const asked: { did: string; path: string }[] = []
    Object.assign(globalThis, { askedOfShell: asked })
    shell.openPath = (path) => {
      asked.push({ did: 'open', path })
      return Promise.resolve('')
    }
    shell.showItemInFolder = (path) => void asked.push({ did: 'show', path })
  })
  return () => program.app.evaluate(() => (globalThis as unknown as { askedOfShell: { did: string; path: string }[] }).askedOfShell)
}

test('the report: a dialog with a descriptive name, then the file opened or shown in its folder', async () => {
  const asked = await watchShell()
  await show(finished, '1. 更新电梯')
  const path = join(newFolder(), '结果.xlsx')
  await program.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = ((...given: { defaultPath?: string }[]) => {
      Object.assign(globalThis, { suggestedPath: given.at(-1)?.defaultPath })
      return Promise.resolve({ canceled: false, filePath })
    }) as typeof dialog.showSaveDialog
  }, path)
  await make(full)
  await expect(saved()).toContainText('结果.xlsx')
  expect(await program.app.evaluate(() => (globalThis as unknown as { suggestedPath: string }).suggestedPath)).toMatch(
    /示范小区甲_更新电梯与选聘物业_表决结果_\d{12}\.xlsx$/,
  )
  await saved().getByRole('button', { name: '打开文件' }).click()
  await saved().getByRole('button', { name: '打开所在文件夹' }).click()
  await expect.poll(asked).toEqual([
    { did: 'open', path },
    { did: 'show', path },
  ])
  const workbook = await readReport(readFileSync(path))
  expect(workbook.worksheets).toHaveLength(7)
  const texts = await textsOf(path)
  expect(texts).toContain('张三')
  expect(texts).not.toContain('过程稿')
  await saved().getByRole('button', { name: '关闭' }).click()
})

test('the public edition names nobody; before the end it is marked as a draft', async () => {
  const path = join(newFolder(), '公示.xlsx')
  await answerSaveDialog(program, path)
  await make(published)
  await expect(saved()).toContainText('公示.xlsx')
  const texts = await textsOf(path)
  for (const [, owner] of propertiesOfEstateA) for (const name of owner.split('/')) expect(texts, name).not.toContain(name)
  for (const { phone } of finished.roster.values()) expect(texts).not.toContain(phone.split('/')[0])
  expect(texts).toContain('更新电梯与选聘物业')
  await saved().getByRole('button', { name: '关闭' }).click()

  await show(withSilent, '1. 修订议事规则')
  const draft = join(newFolder(), '过程.xlsx')
  await answerSaveDialog(program, draft)
  await make(full)
  await expect(saved()).toContainText('过程.xlsx')
  expect(await textsOf(draft)).toContain('过程稿，不作为表决结论')
  expect(rowOf(sheetNamed(await readReport(readFileSync(draft)), '表决结论'), 1).length).toBeGreaterThan(0)
  await saved().getByRole('button', { name: '关闭' }).click()
})

test('a cancelled dialog leaves no file and no message', async () => {
  await answerSaveDialog(program, null)
  await make(full)
  await expect(button('生成报告')).toBeEnabled()
  await expect(saved()).toHaveCount(0)
  await expect(page.locator('.ant-message-notice')).toHaveCount(0)
})

test('a failing disk is reported with advice, and an older file stays intact', async () => {
  const folder = newFolder()
  const path = join(folder, '结果.xlsx')
  writeFileSync(path, '上一份报告')
  const refused = async (sentence: string, target = path) => {
    await answerSaveDialog(program, target)
    await make(full)
    await expect(toast(sentence)).toBeVisible()
    expect(readFileSync(path, 'utf8')).toBe('上一份报告')
  }
  await refused('文件夹不存在，请换一个文件夹', join(folder, '没有', '结果.xlsx'))
  mkdirSync(join(folder, '同名.xlsx'))
  await refused('已有同名的文件夹，请换一个名称', join(folder, '同名.xlsx'))
  for (const [call, code, sentence] of [
    ['open', 'EACCES', '没有权限在这个文件夹中保存，请换一个文件夹，例如“文档”或“桌面”'],
    ['open', 'ENOSPC', '磁盘空间不足，文件没有保存，请清理磁盘或换一个位置'],
    ['rename', 'EBUSY', '文件正在被其他程序使用，请先关闭'],
  ] as const) {
    const mend = await breakDisk(program, call, code)
    await refused(sentence)
    await mend()
  }
  expect(readdirSync(folder).sort()).toEqual(['同名.xlsx', '结果.xlsx'].sort())
  await make(full)
  await expect(saved()).toContainText('结果.xlsx')
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK')
  await saved().getByRole('button', { name: '关闭' }).click()
})

test('a large report shows progress and can be cancelled without leaving a file', { tag: '@full' }, async () => {
  const { estateid } = good(await client.post('/vtestate/save', { name: '大小区', addr: '路1号' }))
  good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(30_000), { estateId: estateid }))
  const large = await makeActivityNow(client, estateid, { title: '三万户的表决', topics: [topic('更新管网')] })
  await show(large, '1. 更新管网')
  const path = join(newFolder(), '大.xlsx')
  await answerSaveDialog(program, path)
  const progress = page.getByRole('dialog', { name: '正在生成报告' })
  await make(full)
  await expect(progress.getByRole('progressbar')).toBeVisible()
  await expect(progress).toContainText(/正在读取票权和投票记录…|正在写入各工作表，并与程序的统计逐项核对…/)
  await progress.getByRole('button', { name: '取消' }).click()
  await expect(toast('已取消，未写入任何数据')).toBeVisible()
  await expect(progress).toBeHidden()
  expect(existsSync(path)).toBe(false)

  await make(full)
  await expect(progress).toBeVisible()
  await expect(saved()).toContainText('大.xlsx')
  await expect(progress).toBeHidden()
  expect(existsSync(path)).toBe(true)
  await saved().getByRole('button', { name: '关闭' }).click()
})

/** Saves the shown document as a PDF; returns its path. */
async function savePdf(name: string): Promise<string> {
  const path = join(newFolder(), name)
  await answerSaveDialog(program, path)
  await button('保存为 PDF').click()
  const notice = page.getByRole('alert').filter({ hasText: name })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: '关闭' }).click()
  return path
}

test('打印 prints a document instead of the screen, which stays as it was', async () => {
  await show(finished, '1. 更新电梯')
  await page.evaluate(() => {
    const print = () => {
      const paper = document.querySelector('body > .print-root')
      const shown = matchMedia('print')
      Object.assign(window, { printed: { text: paper?.textContent ?? '', title: document.title, isScreen: !shown.matches } })
    }
    Object.assign(window, { print })
  })
  const screenTitle = await page.title()
  await button('打印').click()
  const printed = () => page.evaluate(() => (window as unknown as { printed?: { text: string; title: string } }).printed)
  await expect.poll(printed).toMatchObject({ title: '示范小区甲_更新电梯与选聘物业_表决结果' })
  expect((await printed())?.text).toContain('2. 选聘物业：乙公司')
  await expect(page.locator('.print-root')).toHaveCount(0)
  expect(await page.title()).toBe(screenTitle)
  await expect(button('打印')).toBeEnabled()
})

test('the PDF has title, estate, time, page numbers, conclusions with figures, signatures and seal', async () => {
  await show(finished, '1. 更新电梯')
  const path = await savePdf('结果.pdf')
  const pages = await pdfPages(path)
  expect(new Set((await pdfPageSizes(path)).map(String))).toEqual(new Set(['210,297']))
  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) {
    expect(text).toContain('示范小区甲更新电梯与选聘物业表决结果')
    expect(text).toMatch(/打印时间\d{4}-\d{2}-\d{2}\d{2}:\d{2}/)
    expect(text).toContain(`第${index + 1}页/共${pages.length}页`)
    // Nothing of the surrounding screen.
    for (const word of ['社区投票平台', '小区管理', '生成报告', '刷新']) expect(text).not.toContain(word)
  }
  const all = pages.join('')
  for (const words of [
    '小区示范小区甲',
    '活动状态已结束',
    '计票规则双过半（仅计收回票）',
    '应参与5人，600.00㎡',
    '1.更新电梯',
    '2.选聘物业：甲公司',
    '2.选聘物业：乙公司',
  ])
    expect(all).toContain(words)
  expect(all).toContain('同意3/4=75.00%＞1/2✓')
  expect(all).toContain('本次表决应参与5人600.00㎡，实际参与4人（80.00%）490.00㎡（81.67%），符合《民法典》第二百七十八条关于参与表决的规定。')
  for (const signer of ['监票人：', '唱票人：', '计票人：', '记录人：', '业主代表：', '居（村）委会代表：', '业主委员会（盖章）'])
    expect(pages.at(-1)).toContain(signer)
  expect(all).not.toContain('过程稿')
})

test('one topic is one page at any screen font size, and a draft is marked', { tag: '@full' }, async () => {
  await show(withSilent, '1. 修订议事规则')
  const [only, ...others] = await pdfPages(await savePdf('过程.pdf'))
  expect(others).toEqual([])
  for (const words of [
    '过程稿，不作为表决结论',
    '规则依据议事规则第八条',
    '其中登记为已送达、未反馈1人、90.00㎡，计为弃权',
    '业主委员会（盖章）',
    '第1页/共1页',
  ])
    expect(only).toContain(words)
  const letters = async (name: string) => {
    await page.getByRole('button', { name: /^A⁺/ }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await letters('特大')
  expect(await pdfPages(await savePdf('大字.pdf'))).toHaveLength(1)
  await letters('标准')
})

test.afterAll(closeLeftOpen)
