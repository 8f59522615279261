import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { readQrText } from '../../src/shared/features/paper/qr.ts'
import { good, optionsTopic, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { answerSaveDialog } from '../support/dialogs.ts'
import { goTo, mergeNamed } from '../support/http-activities.ts'
import { changeLettersUnder } from '../support/letters.ts'
import { pdfPages, pdfPageSizes } from '../support/pdf.ts'
import { closeLeftOpen, newFolder } from '../support/program.ts'
import { expectBallots } from '../support/printedBallots.ts'
import { misplaced, readQrCodes, scannedPages } from '../support/readBallots.ts'

test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三丰', 100],
  ['1-102', '张三丰', 80.5],
  ['1-201', '李四光', 80],
  ['1-202', '王五常', 120],
  ['2-101', '赵六合', 90],
]
const candidates = Array.from('甲乙丙丁戊己庚辛壬', (name) => `候选人${name}`)

let stand: ActivityProgram
let page: Page
let layoutId: string
let layout: BallotLayout
const folder = newFolder()
test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: {
      title: '维修资金和换届',
      votetype: 5,
      rulebasis: '《议事规则》第二十三条',
      topics: [
        topic('同意续筹维修资金，每平方米 50 元，分三年交存', { lawitem: 6 }),
        topic('同意修改《管理规约》第十二条'),
        optionsTopic('选聘物业服务企业', ['幸福里物业服务有限公司', '安居物业管理集团股份有限公司']),
        optionsTopic('选举业主委员会委员', candidates, { lawitem: 3, seats: 5 }),
      ],
    },
    prepare: async (client, { activityId }) => {
      await mergeNamed(client, activityId, [['1-101', '1-102']])
      await takeSteps(client, activityId, 'start')
    },
  })
  page = stand.page
  await goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
})
test.afterAll(() => stand.close())

const shown = (locator: Locator) => locator.filter({ visible: true })
const button = (name: string) => shown(page.getByRole('button', { name, exact: true }))
const dialog = () => shown(page.getByRole('dialog', { name: '打印选票' }))
const paperResult = () => shown(page.getByTestId('paper-result'))
const row = (text: string) =>
  shown(page.getByRole('table', { name: '选票列表' }))
    .getByRole('row')
    .filter({ hasText: text })

interface Listed {
  readonly code: string
  readonly place: string
  readonly status: number
}
const papers = async (): Promise<Listed[]> =>
  good(await stand.client.get('/paper/list', { voteactivityid: stand.activity.activityId, pageNo: 1, pageSize: 100 })).datas

/** What was handed to other programs, oldest first. */
const openedFiles = () => stand.program.app.evaluate(() => (globalThis as unknown as { standIn: { opened: { by: string; target: string }[] } }).standIn.opened)

const expectPrinted = (pdf: Uint8Array, codes: readonly string[]) => expectBallots(pdf, codes, { id: layoutId, pages: layout.pages })

test('issuing papers offers to print them next', async () => {
  await button('生成选票').first().click()
  await shown(page.getByRole('dialog', { name: '生成选票' }))
    .getByRole('button', { name: '生成 4 份' })
    .click()
  await expect(paperResult()).toContainText('整个清册：已生成 4 份选票')
  const answer = good(await stand.client.get('/paper/layout', { voteactivityid: stand.activity.activityId }))
  layoutId = answer.layoutid
  layout = BallotLayout.parse(answer.layout)
  // A long agenda: the boxes read back below are on several pages.
  expect(layout.pages.filter(({ boxes }) => boxes.length > 0).length).toBeGreaterThan(1)
  expect(layout.pages.flatMap(({ boxes }) => boxes)).toHaveLength(3 * (1 + 1 + 2 + 9))
  await paperResult().getByRole('button', { name: '打印', exact: true }).click()
  await expect(dialog().getByText('将打印 4 份已生成未发出的选票')).toBeVisible()
})

test('cancelling the save dialog or the print leaves no file', async () => {
  const path = join(folder, '没有.pdf')
  await answerSaveDialog(stand.program, null)
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(dialog().getByRole('button', { name: '选择保存位置' })).toBeEnabled()
  await answerSaveDialog(stand.program, path)
  // The part is delayed until it is cancelled.
  await stand.program.app.evaluate(({ app }) => {
    app.once('browser-window-created', (_event, window) => {
      window.webContents.printToPDF = () => new Promise<never>(() => undefined)
    })
  })
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(dialog().getByText('正在生成 0 / 4 份')).toBeVisible()
  await dialog().getByRole('button', { name: '取消打印' }).click()
  await expect(dialog().getByRole('button', { name: '选择保存位置' })).toBeEnabled()
  expect(existsSync(path)).toBe(false)
  await expect(paperResult()).toContainText('已生成 4 份选票')
})

test('the PDF has every QR code, square and box where the layout has it, and the required text', async () => {
  const path = join(folder, '选票.pdf')
  await answerSaveDialog(stand.program, path)
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(paperResult()).toContainText(`已将 4 份选票保存为 PDF，每份 ${layout.pages.length} 页`)
  await paperResult().getByRole('button', { name: '打开文件' }).click()
  await paperResult().getByRole('button', { name: '打开所在文件夹' }).click()
  await expect.poll(openedFiles).toEqual([
    { by: 'openPath', target: path },
    { by: 'showItemInFolder', target: path },
  ])
  const pdf = readFileSync(path)
  const codes = (await papers()).map(({ code }) => code)
  expect(codes).toHaveLength(4)
  await expectPrinted(pdf, codes)
  expect(new Set((await pdfPageSizes(pdf)).map(String))).toEqual(new Set(['210,297']))
  const said = await pdfPages(pdf)
  const first = said.slice(0, layout.pages.length).join('')
  for (const words of [
    '业主大会表决票',
    '一期-1栋-1单元-101、一期-1栋-1单元-102等2套',
    '180.50㎡',
    '表决规则：双四分之三（未反馈计弃权）',
    '表决规则：双过半（未反馈计弃权）',
    '应选5名，最多同意5名；超过的，对全部候选人无效',
    '当选次序：先按同意人数，再按同意面积（依据《议事规则》第二十三条）',
    '依据《议事规则》第二十三条，已送达但未交回的选票，计为弃权。',
    '业主（受托人）签名',
    '选票存根',
    '送达回执',
    ...candidates,
  ])
    expect(first).toContain(words)
  for (const [, owner] of properties) expect(said.join('')).not.toContain(owner)
})

const choose = (slip: string, words: string) => dialog().getByRole('radiogroup', { name: slip, exact: true }).getByText(words, { exact: true }).click()

test('stubs and receipts print four per page if chosen, each with its paper’s code; the choice is kept', async () => {
  const path = join(folder, '四张.pdf')
  await answerSaveDialog(stand.program, path)
  await button('打印选票').click()
  await expect(dialog().getByText('每份选票后附 1 页，印它的存根和送达回执')).toBeVisible()
  await choose('存根', '一页四张')
  await expect(dialog().getByText('每 4 份选票后附存根 1 页、送达回执 2 页')).toBeVisible()
  await choose('送达回执', '一页四张')
  await expect(dialog().getByText('每 2 份选票后附 1 页，印这 2 份的存根和送达回执')).toBeVisible()
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  const ballotPages = layout.pages.length - 1
  await expect(paperResult()).toContainText(`每份 ${ballotPages} 页，另有存根、回执 2 页`)
  const codes = (await papers()).map(({ code }) => code)
  const group = (two: readonly string[]) => [
    ...two.flatMap((code) => Array.from({ length: ballotPages }, (_, index) => [[code, index + 1]])),
    two.flatMap((code) => [0, 1].map(() => [code, layout.pages.length])),
  ]
  const read: (readonly (readonly [string, number])[])[] = []
  for await (const scanned of scannedPages(readFileSync(path))) {
    const marks = (await readQrCodes(scanned)).map((text) => readQrText(text, (each) => createHash('sha256').update(each).digest('hex')))
    read.push(marks.map((mark) => [mark?.code ?? '', mark?.page ?? 0] as const).toSorted(([one], [other]) => codes.indexOf(one) - codes.indexOf(other)))
  }
  expect(read).toEqual([...group(codes.slice(0, 2)), ...group(codes.slice(2))])
  const sheet = (await pdfPages(readFileSync(path)))[2 * ballotPages] ?? ''
  expect(sheet.match(/选票存根/g)).toHaveLength(2)
  expect(sheet.match(/一期-1栋-1单元-101、一期-1栋-1单元-102等2套/g)).toHaveLength(2)
  await button('打印选票').click()
  await expect(dialog().getByText('每 2 份选票后附 1 页，印这 2 份的存根和送达回执')).toBeVisible()
  await choose('存根', '一页两张')
  await choose('送达回执', '不打印')
  await expect(dialog().getByText('每 2 份选票后附存根 1 页')).toBeVisible()
  await choose('送达回执', '一页两张')
  // At content width: the options of each are side by side.
  await changeLettersUnder(page, '特大')
  for (const slip of ['存根', '送达回执']) {
    const choices = dialog().getByRole('radiogroup', { name: slip, exact: true }).locator('label')
    await expect(choices).toHaveCount(3)
    const tops = await choices.evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)))
    expect([slip, new Set(tops).size]).toEqual([slip, 1])
  }
  await changeLettersUnder(page, '标准')
  await dialog().getByRole('button', { name: '取消' }).click()
})

test('the check detects elements that are not where the layout has them', async () => {
  const [ballot] = layout.pages
  if (!ballot) throw new Error('the layout has no page')
  const shifted = { ...ballot, boxes: ballot.boxes.map((box) => ({ ...box, x: box.x + 0.8 })) }
  for await (const scanned of scannedPages(readFileSync(join(folder, '选票.pdf')))) {
    expect(misplaced(scanned, shifted)).toHaveLength(ballot.boxes.length)
    break
  }
})

test('a replacement paper goes straight to the printer', async () => {
  const [old] = await papers()
  if (!old) throw new Error('there is no paper')
  await button(`换发 ${old.code}`).click()
  const question = shown(page.getByRole('dialog')).last()
  await question.getByText('选票遗失', { exact: true }).click()
  await question.getByRole('button', { name: '换发' }).click()
  await paperResult().getByRole('button', { name: '打印新选票' }).click()
  await expect(dialog().getByText('将打印 1 份选票')).toBeVisible()
  await choose('存根', '一页两张')
  await choose('送达回执', '一页两张')
  await dialog().getByText('直接打印', { exact: true }).click()
  await dialog().getByRole('button', { name: '开始打印' }).click()
  await expect(paperResult()).toContainText('已将 1 份选票送往打印机')
  const printed = await stand.program.app.evaluate(() => {
    const { standIn } = globalThis as unknown as { standIn: { printed: { options: unknown; pdf: Uint8Array }[] } }
    return standIn.printed.map(({ options, pdf }) => ({ options, pdf: Buffer.from(pdf).toString('base64') }))
  })
  expect(printed).toMatchObject([{ options: { silent: true, deviceName: '', pageSize: 'A4', duplexMode: 'simplex' } }])
  const replaced = (await papers()).find(({ place, status }) => place === old.place && status === 0)
  expect(replaced?.code).not.toBe(old.code)
  await expectPrinted(Buffer.from(printed[0]?.pdf ?? '', 'base64'), [replaced?.code ?? ''])
})

test('selected papers are reprinted, except returned ones', async () => {
  const [first, second] = (await papers()).filter(({ status }) => status === 0).slice(1)
  if (!first || !second) throw new Error('there are too few papers')
  const activity = { voteactivityid: stand.activity.activityId }
  const openPapers = () => goTo(page, '/voteManage/papers', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
  await goTo(page, '/voteManage/list')
  await openPapers()
  await row(second.code).getByRole('checkbox').click()
  await expect(button('打印')).toBeEnabled()
  // Another desk receives it after it was selected here.
  good(await stand.client.post('/paper/out', { ...activity, codes: [first.code] }))
  good(await stand.client.post('/paper/receive', { ...activity, codes: [second.code] }))
  await goTo(page, '/voteManage/list')
  await openPapers()
  await expect(button('打印')).toBeDisabled()
  await row(second.code).getByRole('checkbox').click()
  await row(first.code).getByRole('checkbox').click()
  const path = join(folder, '一份.pdf')
  await answerSaveDialog(stand.program, path)
  await button('打印').click()
  await dialog().getByRole('button', { name: '选择保存位置' }).click()
  await expect(paperResult()).toContainText('已将 1 份选票保存为 PDF')
  await expectPrinted(readFileSync(path), [first.code])
})

test.afterAll(closeLeftOpen)
