import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { run } from './child.mjs'
import { ensureChromium } from './chromium.mjs'
import { electronLaunch, hasDisplay, obtainElectron, sandboxProblem, standInFolder } from './electron-binary.mjs'
import { continueOnNode24, environment } from './node24.mjs'
import { inProject, root } from './project.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

// npm start: everything from a fresh clone to the open window; arguments are the program's, such as --server http://host:port.
// npm run dev: the same from the sources, with live updates of the renderer.

try {
  await ensureSetup()
  await continueOnNode24(import.meta.url)
  const args = await prepareArguments(process.argv.slice(2).filter((argument) => argument !== '--dev'))
  const isDev = process.argv.includes('--dev')
  if (!isDev) await ensureBuild()
  const program = await chooseProgram(args)
  process.exit(await (isDev ? runDeveloped(program, args) : run(program.command, program.args, program.options)))
} catch (error) {
  endWithSentence(error)
}

/** `--demo` prepares the demonstration estate, and is replaced by the arguments that open it. */
async function prepareArguments(args) {
  if (!args.includes('--demo')) return args
  const script = inProject('build', 'scripts', 'demo.mjs')
  if (!existsSync(script)) throw new Error('缺少演示数据脚本 build/scripts/demo.mjs，请用 npm start 启动。')
  const { prepareDemo } = await import('./demo.mjs')
  const more = await prepareDemo()
  return [...args, ...(more ?? [])]
}

/** Electron or its stand-in, and how to start it with the built program. */
async function chooseProgram(args) {
  const electron = hasDisplay() ? await obtainElectron() : null
  const sandbox = electron === null ? null : sandboxProblem(electron)
  if (electron !== null && sandbox === null) {
    const launch = electronLaunch(electron, root, args)
    return { file: electron, command: launch.command, args: launch.args, options: { env: environment(), ...launch.options } }
  }

  if (process.platform !== 'linux') throw new Error('无法下载 Electron，请检查网络，或用环境变量 ELECTRON_MIRROR 指定镜像后重新运行 npm start。')
  console.error(sandbox ?? withoutElectron())
  const problem = await ensureChromium({ isHeaded: hasDisplay() })
  if (problem !== null) throw new Error(problem)
  const file = join(standInFolder, 'electron')
  const screenshot = inProject('.data', 'screenshot.png')
  return { file, command: file, args: [root, ...args], options: { env: environment({ STANDIN_SCREENSHOT: process.env.STANDIN_SCREENSHOT ?? screenshot }) } }
}

/** Bundles main for development, serves the page from its sources and starts the program; restarts it when main changes. */
function runDeveloped({ file, options }, args) {
  const electronVite = inProject('node_modules/electron-vite/bin/electron-vite.js')
  // Else Chromium asks whether the page may reach Vite's socket on this computer, and the program permits a page nothing.
  const forPage = '--disable-features=LocalNetworkAccessChecks'
  return run(process.execPath, [electronVite, 'dev', '--watch', '--', forPage, ...args], { ...options, env: { ...options.env, ELECTRON_EXEC_PATH: file } })
}

function withoutElectron() {
  return hasDisplay()
    ? '无法取得 Electron，改用替身运行同一程序（Node 24 与系统的 Chromium）。'
    : '没有显示器，Electron 无法打开窗口，改用替身在后台运行同一程序（Node 24 与系统的 Chromium）。'
}
