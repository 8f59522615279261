import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { closeLeftOpen, launch, logIn, newFolder, register } from '../support/program.ts'
import { isPrivate } from '../support/system.ts'

test('the embedded server’s signing key is encrypted by the keychain, and unchanged after a restart', async () => {
  const userData = newFolder()
  const first = await launch({ userData })
  await expect(first.page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(first)
  await logIn(first)
  const file = join(userData, 'data', 'keys', 'signing.key')
  const bytes = readFileSync(file)
  expect(isPrivate(file)).toBe(true)
  expect(bytes.subarray(0, 11).toString()).toBe('vote-key-1\n')
  expect(bytes.toString('latin1')).not.toContain('PRIVATE KEY')
  await first.close()
  const second = await launch({ userData })
  // Its server has answered.
  await expect(second.page.getByRole('tab', { name: '首页' })).toBeVisible()
  await second.close()
  expect(readFileSync(file)).toEqual(bytes)
  for (const log of ['server.log', 'main.log'])
    expect(readFileSync(join(userData, 'logs', log), 'utf8')).not.toMatch(/PRIVATE KEY|keyEncryptionKey|signing key/i)
})

test.afterAll(closeLeftOpen)
