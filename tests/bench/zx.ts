import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { launch, logIn, newFolder } from '../support/program.ts'
import { memberToken, startProcess } from '../support/server-process.ts'
import { setStage } from '../support/stage.ts'
import { showScreen, screens } from '../support/screens.ts'
Object.assign(process.env, electronVariables(), { STANDIN_HEADLESS: '1' })
const server = await startProcess(['--data', newFolder()])
const stage = await setStage(server.url)
const program = await launch({ args: ['--server', server.url] })
const { page } = program
await logIn(program, { captcha: '0000', account: stage.account })
for (const s of screens.slice(0, 16)) {
  await showScreen(page, s.path(stage), 3000)
}
await page.screenshot({ path: '/tmp/perf/x1.png' })
await page.getByRole('button', { name: '全部打开的页面' }).click()
await page.waitForTimeout(400)
await page.screenshot({ path: '/tmp/perf/x2.png' })
await page.keyboard.press('Escape')
await showScreen(page, '/dashboard', 3000)
await page.screenshot({ path: '/tmp/perf/x3.png' })
await page.getByRole('button', { name: /字号/ }).click()
await page.getByRole('menuitem', { name: '特大' }).click()
await showScreen(page, '/voteManage/list', 3000)
await page.waitForTimeout(500)
await page.screenshot({ path: '/tmp/perf/x4.png' })
await showScreen(page, screens.find((s) => s.name === 'notify')!.path(stage), 3000)
await page.screenshot({ path: '/tmp/perf/x5.png' })
await Promise.race([program.close(), new Promise((r) => setTimeout(r, 4000))])
await server.stop()
process.exit(0)
