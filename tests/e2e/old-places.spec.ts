import { expect, test, type Page } from '@playwright/test'
import { goTo } from '../support/http-activities.ts'
import { makeOldDatabase } from '../support/oldDatabase.ts'
import { oldRows } from '../support/oldRows.ts'
import { closeLeftOpen, launch, logIn, newFolder, type Program } from '../support/program.ts'
import { startProcess, type ServerProcess } from '../support/server-process.ts'

test.describe.configure({ mode: 'serial' })

let server: ServerProcess
let program: Program
let page: Page
test.beforeAll(async () => {
  const folder = newFolder()
  await makeOldDatabase({ folder }, 4, await oldRows())
  server = await startProcess(['--data', folder])
  program = await launch({ args: ['--server', server.url] })
  page = program.page
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
})
test.afterAll(async () => {
  await program.close()
  await server.stop()
})

const banner = () => page.getByTestId('unsettled')
const dialog = () => page.getByRole('dialog').filter({ visible: true })

test('properties whose places somebody has to decide on stand above the list, with what one cannot see', async () => {
  await goTo(page, '/property/Index', { estateid: 'e1' })
  await expect(banner()).toContainText('有 3 个位置需要您决定')
  await expect(banner().getByRole('listitem').filter({ hasText: '王五' }).last()).toContainText('有全角或变形的字符')
  await expect(banner().getByRole('listitem').filter({ hasText: '赵六' }).last()).toContainText('有看不见的字符')
  await expect(banner().getByRole('listitem').filter({ hasText: '钱七' }).last()).toContainText('有空格')
  await expect(banner()).toContainText('位置含有 ▶')
})

test('a vote is not started without a word about them', async () => {
  await goTo(page, '/voteManage/list')
  await page.getByRole('button', { name: /更多/ }).first().waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: '未开始' })
    .getByRole('button', { name: /更多|开启投票/ })
    .last()
    .click()
  const start = page.getByRole('menuitem', { name: /开启投票/ })
  if (await start.isVisible()) await start.click()
  await expect(dialog()).toContainText('票权清册有 3 处位置需要先决定')
  await expect(dialog()).toContainText('一期-1栋-1单元-101：2 套房产整理后是同一个位置')
  await dialog().getByRole('button', { name: '去房产信息' }).click()
  await expect(banner()).toBeVisible()
})

test('an edit of the place or a deletion makes its entry go, and the banner with the last one', async () => {
  await banner()
    .getByRole('button', { name: /编辑 .*王五/ })
    .click()
  await dialog().getByLabel('房号').fill('101A')
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(banner()).toContainText('有 2 个位置需要您决定')

  await banner()
    .getByRole('button', { name: /编辑 .*孙八/ })
    .click()
  await dialog().getByLabel('楼栋').press('Tab')
  await expect(dialog()).toContainText('楼栋不能包含▶')
  await dialog().getByLabel('楼栋').fill('６栋')
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(banner()).toContainText('有 1 个位置需要您决定')

  await banner()
    .getByRole('button', { name: /删除 .*钱七/ })
    .click()
  await dialog().getByRole('button', { name: '删除' }).click()
  await expect(banner()).toContainText('写法需要整理，核对后重新提交即可')
  await banner()
    .getByRole('button', { name: /编辑 .*赵六/ })
    .click()
  await dialog().getByRole('button', { name: '提交' }).click()
  await expect(banner()).toBeHidden()
  await expect(page.getByRole('table', { name: '房产列表' })).toContainText('1201')
})

test.afterAll(closeLeftOpen)
