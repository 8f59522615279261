import { expect, test } from 'vitest'
import { defaultPasswordCost } from '../../src/server/kernel/password.ts'
import { CHEAP_PASSWORDS, PASSWORD } from '../support/passwords.ts'
import { logIn, startServer } from '../support/server.ts'

test('rehashes a password of an older cost at the next successful login, and only then', async () => {
  let cost = { ...CHEAP_PASSWORDS } as { log2N: number; r: number; p: number }
  const server = await startServer('sqlite', {
    get passwordCost() {
      return cost
    },
  })
  await server.member('admin_1')
  cost = defaultPasswordCost
  const upgraded = await server.restart()
  const kept = async () => (await upgraded.database.read.selectFrom('user').select('password_hash').executeTakeFirstOrThrow()).password_hash
  expect(await kept()).toMatch(/^scrypt\$4\$8\$1\$/)
  await expect(logIn(upgraded.client(), 'admin_1', 'pine4828')).rejects.toThrow('用户名或密码错误！')
  expect(await kept()).toMatch(/^scrypt\$4\$8\$1\$/)
  await logIn(upgraded.client(), 'admin_1')
  const anew = await kept()
  expect(anew).toMatch(/^scrypt\$17\$8\$1\$/)
  await logIn(upgraded.client(), 'admin_1', PASSWORD)
  expect(await kept()).toBe(anew)
  await upgraded.close()
})
