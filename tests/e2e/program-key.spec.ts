import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { closeLeftOpen, ACCOUNT, launch, logIn, register, type Program } from '../support/program.ts'
import { httpClient } from '../support/server-process.ts'

/** The embedded server's address, which any local process can find out. */
function portOf({ userData }: Program): string {
  const [, url] = /"url":"(http:\/\/127\.0\.0\.1:\d+)"/.exec(readFileSync(join(userData, 'logs', 'server.log'), 'utf8')) ?? []
  if (url === undefined) throw new Error('the server does not listen')
  return url
}

const refused = { code: 401, message: '非法的应用标识' }

test('another local process gets nothing from the embedded server: neither health nor an account', async () => {
  const program = await launch()
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  const url = portOf(program)
  const other = httpClient(url)
  expect(await other.get('/health')).toMatchObject(refused)
  expect(await other.get('/imgcaptcha', { biztype: 'REGISTER_IMGCAPTCHA', bizid: 'other' })).toMatchObject(refused)
  const { username, nickName, password, phone } = ACCOUNT
  const registration = { username, nickName, sex: 0, password, confirmpsw: password, phone, captcha: '0000', smscaptcha: '000000', bizid: 'other' }
  expect(await other.post('/unifiedUser/register', { ...registration, biztype: 'REGISTER_IMGCAPTCHA' })).toMatchObject(refused)

  await register(program)
  await logIn(program)
  expect(await other.post('/login', { username, password, captcha: '0000', bizid: 'other' })).toMatchObject(refused)
  expect(await other.get('/vtestate/list', { page: 1, pageSize: 10 })).toMatchObject(refused)
  expect((await (await fetch(`${url}/static/temp.xlsx`)).json()) as unknown).toMatchObject(refused)
  await expect(program.page.getByRole('tab', { name: '首页' })).toBeVisible()
  // Its logs do not reveal it either.
  for (const file of ['server.log', 'main.log']) expect(readFileSync(join(program.userData, 'logs', file), 'utf8')).not.toMatch(/program-?key/i)
  await program.close()
})

test.afterAll(closeLeftOpen)
