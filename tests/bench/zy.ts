import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
Object.assign(process.env, electronVariables(), { STANDIN_HEADLESS: '1' })
const root = join(import.meta.dirname, '../..')
for (let i = 0; i < 2; i++) {
  const userData = mkdtempSync('/tmp/perf/s-')
  const t0 = Date.now()
  const at = (n: string) => console.log(n, Date.now() - t0)
  const app = await _electron.launch({ args: [root, `--user-data-dir=${userData}`], cwd: root })
  at('launched')
  const page = await app.firstWindow()
  at('window')
  await page.waitForURL((u) => u.href !== 'about:blank')
  at('url')
  await page.locator('input').first().waitFor()
  at('input')
  await page.locator('.captcha-picture img').first().waitFor({ state: 'visible' })
  at('captcha')
  console.log(
    await page.evaluate(
      (t0) =>
        JSON.stringify({
          origin: Math.round(performance.timeOrigin - t0),
          nav: performance
            .getEntriesByType('navigation')
            .map((e: any) => [Math.round(e.domInteractive), Math.round(e.domContentLoadedEventEnd), Math.round(e.loadEventEnd)]),
          paint: performance.getEntriesByType('paint').map((e) => [e.name, Math.round(e.startTime)]),
          res: performance.getEntriesByType('resource').map((e: any) => [e.name.split('/').pop(), Math.round(e.startTime), Math.round(e.responseEnd)]),
        }),
      t0,
    ),
  )
  await app.close()
  const logs = join(userData, 'logs')
  for (const f of readdirSync(logs))
    for (const line of readFileSync(join(logs, f), 'utf8').trim().split('\n')) {
      try {
        const j = JSON.parse(line)
        const t = typeof j.time === 'number' ? j.time : Date.parse(j.time)
        console.log(f, t - t0, j.msg, j.status ?? '', j.ms ?? j.responseTime ?? '')
      } catch {
        console.log(f, line.slice(0, 150))
      }
    }
}
