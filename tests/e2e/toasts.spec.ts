import { expect, test, type Locator, type Page } from '@playwright/test'
import { answerSaveDialog } from '../support/dialogs.ts'
import { goTo } from '../support/http-activities.ts'
import { chooseLetters } from '../support/letters.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { startProcess } from '../support/server-process.ts'
import { setStage, type Stage } from '../support/stage.ts'

// Toasts and notices cover no dialog, menu or bar, and close by themselves or with their page.
test.describe.configure({ mode: 'serial' })

let stage: Stage
let program: Program
let page: Page

test.beforeAll(async () => {
  const server = await startProcess(['--data', newFolder()])
  stage = await setStage(server.url)
  program = await programAt(server.url, stage.account)
  page = program.page
})

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true })
const toasts = (): Locator => page.locator('.ant-message-notice')
const toast = (sentence: string): Locator => toasts().filter({ hasText: sentence })
const properties = () => goTo(page, `/property/Index?estateid=${stage.estateId}`)

/** The elements covered by a toast that must stay free, by kind. */
const covered = (): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = Array.from(document.querySelectorAll('.ant-message-notice'), (toast) => toast.getBoundingClientRect())
    const others = '[role="dialog"] .ant-modal-container, .ant-drawer-section, .ant-dropdown, .ant-select-dropdown, .ant-popover, .tab-bar, .navbar, .sidebar'
    return Array.from(document.querySelectorAll(others))
      .filter((other) => other.checkVisibility())
      .filter((other) => {
        const box = other.getBoundingClientRect()
        return boxes.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom)
      })
      .map((other) => other.className)
  })
const editor = () => goTo(page, `/voteManage/input?activityid=${stage.activities.draft}`)
const EMPTY_FILE = '文件是空的，请重新选择'
/** Two toasts at once: one per refused file. */
async function offerWrongFiles(): Promise<void> {
  await page
    .getByLabel('选择图片', { exact: true })
    .first()
    .setInputFiles([
      { name: '图.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
      { name: '图.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
    ])
  await expect(toasts()).toHaveCount(2)
  await expect(toast('请上传png/jpg/jpeg图片格式文件')).toBeInViewport({ ratio: 1 })
  await expect(toast(EMPTY_FILE)).toBeInViewport({ ratio: 1 })
}
const expectNone = () => expect(toasts()).toHaveCount(0)
/** Toasts that were seen close with their page. */
async function leave(): Promise<void> {
  await goTo(page, '/estate/Index')
  await expectNone()
}

for (const [letters, size] of [
  ['标准', { width: 1366, height: 768 }],
  ['特大', { width: 1366, height: 768 }],
  ['标准', { width: 1920, height: 1080 }],
] as const) {
  test(`a dialog that opens under toasts has them beside it, and so does a menu (${letters}, ${size.width})`, async () => {
    await page.setViewportSize(size)
    await chooseLetters(page, letters)
    await editor()
    await offerWrongFiles()
    expect(await covered()).toEqual([])

    await button('删除议题 1').click()
    await expect(page.getByRole('dialog', { name: '确认删除该记录吗?' })).toBeVisible()
    await expect(toasts()).toHaveCount(2)
    expect(await covered()).toEqual([])
    await expect(toast(EMPTY_FILE)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await leave()

    await editor()
    await offerWrongFiles()
    await page.locator('.navbar-user').click()
    await expect(page.getByRole('menuitem', { name: '安全退出' })).toBeVisible()
    expect(await covered()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('F1')
    await expect(page.getByRole('dialog', { name: /^使用帮助/ })).toBeVisible()
    expect(await covered()).toEqual([])
    await page.keyboard.press('Escape')
    await leave()
  })
}

test('an error in a dialog is shown beside it, not over it', async () => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await chooseLetters(page, '标准')
  await properties()
  await button('新增').click()
  const dialog = page.getByRole('dialog')
  const [first] = (await stage.client.get('/vtpropertyinfo/list', { estateId: stage.estateId, condition: '', pageNo: 1, pageSize: 1 })).data.datas
  for (const [label, value] of Object.entries({
    分期: first.period,
    区: first.zone,
    楼栋: first.building,
    单元: first.unit,
    房号: first.room,
    面积: '80',
    产权人: '张三',
    手机号: '11111111111',
  }))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(toast('该房产已存在')).toBeInViewport({ ratio: 1 })
  expect(await covered()).toEqual([])
  // Repeating it keeps the same toast, for as long as the first would have stayed.
  await page.waitForTimeout(1500)
  const submitted = Date.now()
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByRole('button', { name: '提交' })).toBeEnabled()
  await expect(toasts()).toHaveCount(1)
  await expectNone()
  expect(Date.now() - submitted).toBeGreaterThan(4900)
  await dialog.getByRole('button', { name: '取消' }).click()
  await button('放弃').click()
  await expect(dialog).toBeHidden()
})

test('a page’s toasts disappear with it; the outcome of a form stays over the list that follows', async () => {
  await editor()
  await offerWrongFiles()
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await expect(page.getByRole('row', { name: /翠湖花园/ })).toBeVisible()
  await expect(toasts()).toHaveCount(0)

  await goTo(page, '/estate/input')
  await page.getByRole('textbox', { name: '小区名称' }).fill('保存后离开')
  await page.getByLabel('详细地址').fill('路1号')
  await button('提交').click()
  await expect(page.getByRole('row', { name: /保存后离开/ })).toBeVisible()
  await expect(toast('提交成功')).toBeVisible()
})

test('the toast of a saved report stays for a while, covers no menu, and closes by itself', async () => {
  await goTo(page, `/voteManage/statistics?estateid=${stage.estateId}&activityid=${stage.activities.finished}`)
  await answerSaveDialog(program, `${newFolder()}/结果.xlsx`)
  const save = async () => {
    await button('生成报告').click()
    await page.getByRole('menuitem', { name: /^完整报告/ }).click()
    await expect(toast('报告已保存')).toBeVisible()
  }
  await save()
  await expect(toast('报告已保存')).toContainText('结果.xlsx')
  expect(await covered()).toEqual([])
  await button('生成报告').click()
  await expect(page.getByRole('menuitem', { name: /^公示版/ })).toBeVisible()
  expect(await covered()).toEqual([])
  await page.keyboard.press('Escape')
  await expectNone()

  await save()
  await page.getByRole('menuitem', { name: '投票活动', exact: true }).click()
  await expect(page.getByRole('row', { name: /更新电梯/ })).toBeVisible()
  await expect(toasts()).toHaveCount(0)
})

test.afterAll(closeLeftOpen)
