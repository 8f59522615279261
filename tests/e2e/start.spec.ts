import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { isPacked, launch, register } from '../support/program.ts'

/** All files of compiled code. */
const compiledIn = (userData: string): string[] =>
  readdirSync(join(userData, 'code-cache'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(userData, 'code-cache', name))
    .filter((path) => statSync(path).isFile())

/** The paths of everything in a folder of the user's data. */
const within = (userData: string, folder: string): string[] =>
  readdirSync(join(userData, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

test('compiled code is kept for the next start where the program is not packed, and a broken one does no harm', async () => {
  const environment = { STANDIN_CODE_CACHE: '' }
  const first = await launch({ environment })
  await expect(first.page.getByText('首个账号将成为管理员')).toBeVisible()
  await first.close()
  if (isPacked) {
    expect(existsSync(join(first.userData, 'code-cache'))).toBe(false)
    return
  }
  const compiled = compiledIn(first.userData)
  expect(compiled.length).toBeGreaterThan(2)
  for (const path of compiled) writeFileSync(path, 'broken')
  const second = await launch({ userData: first.userData, environment })
  await expect(second.page.getByText('首个账号将成为管理员')).toBeVisible()
  await second.close()
  for (const path of compiled) expect(readFileSync(path, 'utf8')).not.toBe('broken')
})

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
