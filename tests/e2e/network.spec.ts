import { expect, test, type Page } from '@playwright/test'
import { launch, logIn, newFolder, type Program } from '../support/program.ts'
import { memberToken, startProcess } from '../support/server-process.ts'

const account = { username: 'admin_1', password: 'pine4827' }
const groups = (page: Page) => page.getByRole('group', { name: '配对码' }).locator('span').allTextContents()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The program ends by itself to start anew; here the test starts it again. */
async function ends(program: Program): Promise<void> {
  await program.app.waitForEvent('close')
}

test('an office’s server is chosen on the login, compared, and used from then on; another certificate is refused in red', async () => {
  const data = newFolder()
  const plain = await startProcess(['--data', data])
  await memberToken(plain.url)
  await plain.stop()
  const server = await startProcess(['--data', data, '--tls'])
  const pairing = server.line.pairing ?? ''
  const { port, host } = new URL(server.url)
  const first = await launch()
  // Without an account the login leads to the registration, which has the same way.
  await expect(first.page.getByText('首个账号将成为管理员')).toBeVisible()
  await button(first.page, '连接办公室服务器').click()
  const dialog = first.page.getByRole('dialog', { name: '连接办公室服务器' })
  const address = dialog.getByLabel(/输入服务器上“网络共享”页面显示的地址/)
  await address.fill('http://192.168.1.20:8790')
  await address.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('此地址未加密，请使用 https:// 开头的地址')
  await address.fill(server.url)
  await button(first.page, '连接').click()
  await expect(dialog).toContainText(`第一次连接 ${host}`)
  expect((await groups(first.page)).join(' ')).toBe(pairing)
  await button(first.page, '不一致，返回').click()
  await address.fill(server.url)
  await button(first.page, '连接').click()
  const ended = ends(first)
  await button(first.page, '一致，连接').click()
  await ended

  const second = await launch({ userData: first.userData })
  await expect(second.page.getByText(`使用服务器 ${host} 的数据`)).toBeVisible()
  await logIn(second, { captcha: '0000', account })
  await second.close()
  await server.stop()

  // Somebody else answers at the paired address: neither the name nor the kept session is sent there.
  const other = await startProcess(['--data', newFolder(), '--tls', '--port', port])
  const third = await launch({ userData: first.userData })
  await expect(third.page.getByRole('alertdialog')).toContainText(`已停止连接：服务器 ${host} 的证书与配对时不同`)
  await expect(third.page.getByRole('alertdialog').getByRole('button')).toHaveCount(0)
  await third.close()

  // Only who may start the program with other arguments lets it be compared anew.
  const anew = await launch({ userData: first.userData, args: ['--pair-anew'] })
  await expect(anew.page.getByRole('dialog')).toContainText(`第一次连接服务器 ${host}`)
  expect((await groups(anew.page)).join(' ')).toBe(other.line.pairing)
  await button(anew.page, '一致，连接').click()
  await expect(anew.page.getByRole('dialog')).toBeHidden()
  await anew.close()
  await other.stop()
})

test('plain HTTP to another computer is refused from the command line, too', async () => {
  const program = await launch({ args: ['--server', 'http://192.0.2.200:9'] })
  await expect(program.page.getByText('此地址未加密，请使用 https:// 开头的地址').first()).toBeVisible()
  await program.close()
})
