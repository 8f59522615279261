import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { closeLeftOpen, launch, register } from '../support/program.ts'

/** The paths of everything in a folder of the user data. */
const within = (userData: string, folder: string): string[] =>
  readdirSync(join(userData, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

test('files written by the program are accessible to their user only', async () => {
  const program = await launch()
  await expect(program.page.getByText('首个账号将成为管理员')).toBeVisible()
  await register(program)
  await program.close()
  const written = ['settings.json', ...['data', 'logs'].flatMap((folder) => [folder, ...within(program.userData, folder)])]
  expect(written).toEqual(expect.arrayContaining(['settings.json', join('data', 'vote.db'), join('logs', 'server.log'), join('logs', 'main.log')]))
  // Windows enforces it by the profile's permissions.
  const open = process.platform === 'win32' ? [] : written.filter((path) => (statSync(join(program.userData, path)).mode & 0o077) !== 0)
  expect(open).toEqual([])
})

declare global {
  /** In the main process: the pending question's message, and its answer callback. */
  var waiting: { readonly message: string; readonly answer: (response: number) => void } | undefined
}

test('a hanging page can be closed after a question', async () => {
  const { app, page } = await launch()
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = (...given: unknown[]) =>
      new Promise((resolve) => {
        const { message } = given.at(-1) as { message: string }
        globalThis.waiting = { message, answer: (response) => resolve({ response, checkboxChecked: false }) }
      })
  })
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    })
  })
  const asked = () => app.evaluate(() => globalThis.waiting?.message)
  const closed = app.waitForEvent('close')
  await app.evaluate(({ app }) => app.quit())
  await expect.poll(asked).toBe('页面没有响应，确认强制关闭吗？')
  await app.evaluate(() => globalThis.waiting?.answer(1))
  await closed
})

test.afterAll(closeLeftOpen)
