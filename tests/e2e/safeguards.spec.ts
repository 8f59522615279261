import { expect, test, type Page } from '@playwright/test'
import { good, makeEstate } from '../support/activities.ts'
import { makeActivityNow, mergeNamed, placeInWords } from '../support/http-activities.ts'
import { launch, logIn, serverForAll, type Program } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let program: Program
let page: Page
test.beforeAll(async () => {
  program = await launch({ args: ['--server', client.url] })
  page = program.page
})

test('a local server shows no network warning', async () => {
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await expect(page.getByText(/的连接未加密/)).toHaveCount(0)
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
})

test('an approval that a roster refuses says which and why, then and later', async () => {
  const { estateId, propertyIds } = await makeEstate(client, [
    ['1-101', '张三', 100],
    ['1-102', '张三', 80],
  ])
  const merged = await makeActivityNow(client, estateId, { title: '更换电梯' })
  await makeActivityNow(client, estateId, { title: '选聘物业' })
  await mergeNamed(client, merged.activityId, [['1-101', '1-102']])
  const afterdata = { areasize: 80, personname: '李四', mobileno: '13800000012', idno: '' }
  good(await client.post('/votedef/savepropertychange', { propertyid: propertyIds.get('1-102'), creater: '李四', afterdata }))

  await page.getByRole('menuitem', { name: '房产变更审批' }).click()
  await page.getByRole('button', { name: `审批 ${placeInWords('1-102')}` }).click()
  await page.getByRole('dialog', { name: '审批房产变更' }).getByRole('button', { name: '同意', exact: true }).click()
  const question = page.getByRole('dialog').filter({ hasText: '确认同意吗？' })
  await expect(question).toContainText('合并后产权人会不一致的票权')
  await question.getByRole('button', { name: '同意', exact: true }).last().click()
  const outcomes = (dialog: ReturnType<Page['getByRole']>) => dialog.getByRole('list', { name: '票权清册更新情况' }).getByRole('listitem')
  const expected = ['《更换电梯》：票权清册未更新，产权人与同一票权的其他房产不同，请先拆分票权再同步', '《选聘物业》：票权清册已更新']
  const done = page.getByRole('dialog', { name: '查看房产变更' })
  await expect(done.getByText('房产信息已更新，部分活动的票权清册未更新')).toBeVisible()
  await expect(outcomes(done)).toHaveText(expected)
  await done.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()
  await expect(done).toBeHidden()
  expect(good(await client.get('/vtpropertyinfo/list', { estateId, condition: '李四' })).totalCount).toBe(1)

  await page.getByRole('button', { name: `查看 ${placeInWords('1-102')}` }).click()
  await expect(outcomes(done)).toHaveText(expected)
  await expect(done).toContainText('admin_1')
  await done.locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()
})

test('the journal position printed on a report is compared with the journal', async () => {
  const { lastnumber, lasthash } = good(await client.get('/audit/verify'))
  await page.getByRole('menuitem', { name: '操作日志' }).click()
  await page.getByRole('button', { name: '校验', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '日志校验' })
  await expect(dialog.getByRole('alert')).toHaveText([/校验通过/, /检查点通过/, /数据库的结构与本程序一致/])
  await dialog.getByText('报告上的编号与校验值', { exact: true }).click()
  const compare = async (number: string, hash: string) => {
    await dialog.getByLabel('编号', { exact: true }).fill(number)
    await dialog.getByLabel('校验值', { exact: true }).fill(hash)
    await dialog.getByRole('button', { name: '核对', exact: true }).click()
  }
  await compare('', 'abc')
  await expect(dialog.getByText('请输入报告上的编号，如 128')).toBeVisible()
  await expect(dialog.getByText('请输入报告上的校验值（64位字母和数字）')).toBeVisible()
  await compare(String(lastnumber), String(lasthash).toUpperCase())
  await expect(dialog.getByRole('alert').filter({ hasText: `核对一致：报告所印的第 ${lastnumber} 条日志仍在` })).toBeVisible()
  await compare(String(lastnumber), 'a'.repeat(64))
  await expect(dialog.getByRole('alert').filter({ hasText: '核对不一致' })).toContainText('请先检查是否输错')
  await compare('999999', lasthash as string)
  await expect(dialog.getByRole('alert').filter({ hasText: '核对不一致' })).toContainText(`日志只到第 ${lastnumber} 条，没有报告所印的第 999999 条`)
})
