import { expect, test } from '@playwright/test'
import { cutOff } from '../support/cutOff.ts'
import { givePassword } from '../support/dialogs.ts'
import { goTo } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt, type Program } from '../support/program.ts'
import { askLogIn, httpClient, memberToken, startMovedProcess, type MovedServer } from '../support/server-process.ts'

const HOUR = 60 * 60_000

let server: MovedServer
let program: Program
test.beforeAll(async () => {
  server = await startMovedProcess(['--data', newFolder()])
  await memberToken(server.url)
  await server.setAhead(HOUR)
  await saveEstate('时钟快了的小区')
  await server.setAhead(0)
  program = await programAt(server.url)
})

async function saveEstate(name: string) {
  const { data } = await askLogIn(server.url, 'admin_1')
  return httpClient(server.url, data.authId).post('/vtestate/save', { name, addr: '浙江省杭州市西湖区桂花路8号' })
}

test('a clock that was an hour ahead blocks every change until it is accepted where it is reported', async () => {
  const { page } = program
  expect(await saveEstate('桂花苑')).toMatchObject({ code: 409, message: expect.stringContaining('服务器时间早于最近一次操作') })
  await goTo(page, '/system/safety')
  const row = page.getByRole('list', { name: '安全状况' }).getByRole('listitem', { name: '时间', exact: true })
  await expect(row).toContainText('需要处理')
  await expect(row).toContainText(/服务器时间是 .*，早于最近一次操作（.*），现在不能登记任何内容/)
  expect(await cutOff(page)).toEqual([])
  await row.getByRole('button', { name: '确认服务器时间…' }).click()
  const dialog = page.getByRole('dialog', { name: '确认服务器时间' })
  await dialog.getByRole('button', { name: '确认时间无误' }).click()
  await expect(dialog).toContainText('请选择或填写原因')
  await dialog.getByText('此前服务器的时间调快了，现已校准').click()
  expect(await cutOff(page)).toEqual([])
  await dialog.getByRole('button', { name: '确认时间无误' }).click()
  await givePassword(page)
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('这台电脑与服务器的时间一致')
  expect(await saveEstate('桂花苑')).toMatchObject({ code: 200 })
})

test.afterAll(closeLeftOpen)
