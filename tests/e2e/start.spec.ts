import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { closeLeftOpen, launch, register } from '../support/program.ts'

/** The paths of everything in a folder of the user's data. */
const within = (userData: string, folder: string): string[] =>
  readdirSync(join(userData, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

test('what the program writes is its user’s alone', async () => {
  const program = await launch()
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await program.close()
  const written = ['settings.json', ...['data', 'logs'].flatMap((folder) => [folder, ...within(program.userData, folder)])]
  expect(written).toEqual(expect.arrayContaining(['settings.json', join('data', 'vote.db'), join('logs', 'server.log'), join('logs', 'main.log')]))
  // Windows keeps it by the rights of the profile
  const open = process.platform === 'win32' ? [] : written.filter((path) => (statSync(join(program.userData, path)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

test.afterAll(closeLeftOpen)
