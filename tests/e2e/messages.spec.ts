import { expect, test, type Page } from '@playwright/test'
import { launch, logIn, serverForAll, type Program } from '../support/program.ts'

test.describe.configure({ mode: 'serial' })

const client = serverForAll()
let program: Program
let page: Page
test.beforeAll(async () => {
  await client.post('/vtestate/save', { name: '消息小区', addr: '路1号' })
  program = await launch({ args: ['--server', client.url] })
  page = program.page
})

/** Tabs through a field without filling it in, and expects its message. */
async function blurEmpty(label: string, sentence: string, within: Page | ReturnType<Page['getByRole']> = page): Promise<void> {
  const field = within.getByLabel(label, { exact: true })
  await field.fill('')
  await field.blur()
  await expect(within.getByText(sentence)).toBeVisible()
}

test('login: the three required messages', async () => {
  await expect(page.getByRole('img', { name: '验证码' })).toBeVisible()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  for (const sentence of ['用户名不能为空！', '密码不能为空！', '验证码不能为空！']) await expect(page.getByText(sentence)).toBeVisible()
})

test('login: a wrong captcha and a wrong password are reported, and clicking the picture reloads it', async () => {
  const fill = async (captcha: string) => {
    await page.getByLabel('用户名').fill('admin_1')
    await page.getByLabel('密码', { exact: true }).fill('wrong1234')
    await page.getByLabel('验证码', { exact: true }).fill(captcha)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  await fill('9999')
  await expect(page.getByText('验证码错误！')).toBeVisible()
  const picture = page.getByRole('img', { name: '验证码' })
  const before = await picture.getAttribute('src')
  await page.getByRole('button', { name: /验证码图片/ }).click()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  await fill('0000')
  await expect(page.getByText('用户名或密码错误！')).toBeVisible()
})

test('register: the required and format messages', async () => {
  await page.getByRole('link', { name: '注册' }).click()
  await blurEmpty('用户名', '用户名不能为空！')
  await blurEmpty('密码', '密码不能为空！')
  await page.getByRole('button', { name: '注册' }).click()
  await expect(page.getByText('验证码不能为空！')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('pine4827')
  await page.getByLabel('确认密码').fill('pine48275')
  await page.getByLabel('确认密码').blur()
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
  await page.getByRole('link', { name: '返回登录' }).click()
})

test('estate form: both messages on blur', async () => {
  await logIn(program, { captcha: '0000', account: { username: 'admin_1', password: 'pine4827' } })
  await page.getByRole('menuitem', { name: '小区管理' }).click()
  await page.getByRole('button', { name: '新增' }).first().click()
  const dialog = page.getByRole('dialog')
  await blurEmpty('小区名称', '请输入小区名称', dialog)
  await blurEmpty('详细地址', '请输入含省市区的详细地址', dialog)
  await dialog.getByRole('button', { name: '取消' }).click()
})

test('property form: the six messages on blur; unit and floor are optional', async () => {
  await page.getByRole('menuitem', { name: '房产信息' }).click()
  await page.getByRole('button', { name: '新增' }).first().click()
  const dialog = page.getByRole('dialog')
  const messages = {
    分期: '请输入房产分期',
    楼栋: '请输入楼栋号',
    房号: '请输入房屋号',
    面积: '请输入面积信息',
    产权人: '请输入产权人姓名',
    手机号: '请输入产权人手机号',
  }
  for (const [label, sentence] of Object.entries(messages)) await blurEmpty(label, sentence, dialog)
  for (const [label, value] of Object.entries({ 分期: '一期', 楼栋: '1栋', 房号: '101', 面积: '80', 产权人: '张三', 手机号: '11111111111' }))
    await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog
    .getByRole('button', { name: '提交' })
    .or(dialog.getByRole('button', { name: '保存' }))
    .first()
    .click()
  await expect(page.getByText('提交成功')).toBeVisible()
})

test('deleting asks, names what is lost, and confirms', async () => {
  await page.getByRole('button', { name: '批量删除' }).hover()
  await expect(page.getByRole('tooltip', { name: '请选择要删除的数据' })).toBeVisible()
  await page.getByRole('button', { name: '同步到投票活动' }).hover()
  await expect(page.getByRole('tooltip', { name: '请选择要同步的数据' })).toBeVisible()
  await page.getByRole('button', { name: '删除', exact: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('确认删除该记录吗?').first()).toBeVisible()
  await expect(dialog.getByText('一期-1栋-101')).toBeVisible()
  await dialog.getByRole('button', { name: /删除|确定/ }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
})
