import { expect, test, type Page } from '@playwright/test'
import { PDFDocument } from '@cantoo/pdf-lib'
import { BallotLayout } from '../../src/shared/features/paper/layout.ts'
import { rowsOf } from '../../src/server/features/reading/recognition/rows.ts'
import { startWithActivity, type ActivityProgram } from '../support/activity-program.ts'
import { good, takeSteps, topic, type PropertyRow } from '../support/activities.ts'
import { hindrances } from '../support/axe.ts'
import { goTo } from '../support/http-activities.ts'
import { drawnPages } from '../support/scans/drawnPages.ts'
import { emptyPage, pageFile } from '../support/scans/pageFiles.ts'
import { markRow } from '../support/scans/pens.ts'
import { createRandom } from '../support/scans/random.ts'

/** Papers scanned into one PDF with a foreign page; files that are no scans are refused with messages. */
test.describe.configure({ mode: 'serial' })

const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-102', '李四', 80],
  ['1-201', '王五', 90],
]

let stand: ActivityProgram
let page: Page
let codes: readonly string[]
let scanned: Buffer
test.beforeAll(async () => {
  stand = await startWithActivity({
    properties,
    estate: '翠湖花园',
    activity: { title: '扫描唱票', topics: [topic('是否同意更新电梯'), topic('是否同意修改规约')] },
    prepare: async (api, { activityId }) => {
      await takeSteps(api, activityId, 'start')
      const { papers } = good(await api.post('/paper/issue', { voteactivityid: activityId, xpath: '' }))
      const { layoutid: layoutId, layout: given } = good(await api.get('/paper/layout', { voteactivityid: activityId }))
      codes = (papers as { code: string }[]).map(({ code }) => code)
      scanned = await scanOf({ layoutId, layout: BallotLayout.parse(given) })
    },
  })
  page = stand.page
  await goTo(page, '/voteManage/readings', { estateid: stand.activity.estateId, activityid: stand.activity.activityId })
})
test.afterAll(() => stand.close())

/** All papers, ticked, in one PDF as from a scanner, followed by a page without a code. */
async function scanOf({ layoutId, layout }: { readonly layoutId: string; readonly layout: BallotLayout }): Promise<Buffer> {
  const pdf = await PDFDocument.create()
  const random = createRandom(3)
  const pictures: Uint8Array[] = []
  for (const code of codes) {
    const [picture] = await drawnPages({ code, layoutId, layout, values: { place: '一期-1栋-101', number: '1', area: '80.00㎡', code } })
    const [sheet] = layout.pages
    if (!picture || !sheet) throw new Error('there is no page')
    for (const row of rowsOf(sheet)) markRow(picture, row, 'tick', random)
    pictures.push(pageFile(picture))
  }
  for (const jpeg of [...pictures, emptyPage()]) {
    const image = await pdf.embedJpg(jpeg)
    pdf.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 })
  }
  return Buffer.from(await pdf.save())
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })
const choose = (...files: ReturnType<typeof file>[]) => page.getByLabel('选择文件', { exact: true }).and(page.locator('input')).setInputFiles(files)
const line = (name: string) => page.getByRole('region', { name, exact: true })

test('the place to drop on says how phones take good pictures', async () => {
  await expect(page.getByRole('group', { name: '放入扫描文件' })).toContainText('手机拍照请把选票铺平、四角入镜、原图发送')
})

test('a PDF’s pages are read and stored, and one without a code is listed separately', async () => {
  await choose(file('一号楼.pdf', scanned))
  await expect(line('一号楼.pdf')).toContainText('4 / 4 页')
  await expect(line('一号楼.pdf')).toContainText('已读完')
  await expect(line('一号楼.pdf').getByRole('listitem')).toHaveText('第4页：未识别到二维码')
  await expect(page.getByTestId('kept-pages')).toHaveText('已保存扫描页 4 页')
  await expect(page.getByTestId('heap-unassigned')).toHaveText('1')
  const { datas } = good(await stand.client.get('/reading/pages', { voteactivityid: stand.activity.activityId }))
  const read = (datas as { status: number; code: string }[]).filter(({ status }) => status === 1)
  expect(read.map(({ code }) => code).sort()).toEqual([...codes].sort())
})

test('unreadable files are listed with the reason; the same file again gives the same pages', async () => {
  await page.getByRole('button', { name: '清空列表' }).click()
  await choose(
    file('照片.png', Buffer.from('png')),
    file('空的.pdf', Buffer.alloc(0)),
    file('程序.jpg', Buffer.from('MZ a program')),
    file('损坏.pdf', Buffer.from('%PDF-1.7 and nothing else')),
    file('一号楼.pdf', scanned),
  )
  await expect(line('照片.png').getByRole('listitem')).toHaveText('请使用 PDF 或 JPG：其他格式请另存为 JPG')
  await expect(line('空的.pdf').getByRole('listitem')).toHaveText('文件是空的，请重新选择')
  await expect(line('程序.jpg').getByRole('listitem')).toHaveText('文件内容与扩展名不符')
  await expect(line('损坏.pdf').getByRole('listitem')).toHaveText('文件已损坏，无法读取')
  await expect(line('一号楼.pdf')).toContainText('其中 4 页以前读过')
  await expect(page.getByTestId('kept-pages')).toHaveText('已保存扫描页 4 页')
  expect(await hindrances(page)).toEqual([])
})

test('dropped files are read too', async () => {
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([Uint8Array.from(bytes)], '空白.jpg'))
      return dropped
    },
    [...emptyPage(180)],
  )
  await page.getByRole('group', { name: '放入扫描文件' }).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(line('空白.jpg')).toContainText('1 / 1 页')
  await expect(page.getByTestId('heap-unassigned')).toHaveText('2')
})

test('a page without a code is assigned beside its picture, another discarded with a reason', async () => {
  await page.getByRole('button', { name: /^缺页或未归属/ }).click()
  const heap = page.getByRole('region', { name: '缺页或未归属', exact: true })
  await expect(heap.getByRole('heading', { level: 2 })).toHaveText('缺页或未归属（2 页未归属，0 票缺页）')
  await expect(heap.getByRole('img', { name: '空白.jpg 第1页' })).toBeVisible()
  expect(await hindrances(page)).toEqual([])
  await heap.getByRole('textbox', { name: /选票编号/ }).fill('nothing')
  await page.keyboard.press('Enter')
  await expect(page.getByText('未找到该标记码')).toBeVisible()
  // What another desk scans meanwhile heads the list, and takes the place of nothing.
  const fields = { voteactivityid: stand.activity.activityId, batchid: 'other', source: '二号楼.jpg', sourcepage: '1' }
  good(await stand.client.upload('/reading/page', 'uploadfile', '扫描.jpg', emptyPage(120), fields))
  await expect(heap.getByRole('heading', { level: 2 })).toHaveText('缺页或未归属（3 页未归属，0 票缺页）')
  await expect(heap.getByRole('img', { name: '空白.jpg 第1页' })).toBeVisible()
  await expect(heap.getByRole('textbox', { name: /选票编号/ })).toHaveValue('nothing')
  await heap.getByRole('textbox', { name: /选票编号/ }).fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  for (const left of [2, 1]) {
    await expect(heap.getByRole('heading', { level: 2 })).toHaveText(`缺页或未归属（${left} 页未归属，0 票缺页）`)
    await heap.getByRole('button', { name: '丢弃' }).click()
    await dialog.getByText('空白页', { exact: true }).click()
    await dialog.getByRole('button', { name: '丢弃' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(heap).toContainText('没有等待归属的页面')
  await heap.getByRole('button', { name: '返回扫描' }).click()
  await expect(page.getByTestId('heap-unassigned')).toHaveText('0')
})

test('papers can be confirmed without a second entry, with a warning that it is missing', async () => {
  await page.getByRole('button', { name: /^可确认/ }).click()
  const gallery = page.getByRole('region', { name: '可确认', exact: true })
  await expect(gallery.getByRole('article').first()).toBeVisible()
  await expect(gallery).toContainText('试用期间请同时要求双人复录：本活动没有设置')
  const { activityId } = stand.activity
  good(await stand.client.post('/votedef/secondentry', { id: activityId, secondentry: 1, reason: '' }))
  await page.reload()
  await goTo(page, '/voteManage/readings', { estateid: stand.activity.estateId, activityid: activityId })
  await page.getByRole('button', { name: /^可确认/ }).click()
  await expect(gallery.getByRole('article').first()).toBeVisible()
  await expect(gallery.getByText('试用期间请同时要求双人复录')).toHaveCount(0)
})
