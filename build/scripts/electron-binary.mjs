import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from './child.mjs'
import { environment } from './node24.mjs'
import { inProject } from './project.mjs'

/** The folder of the program that replaces Electron if its binary is unavailable. */
export const standInFolder = inProject('tests', 'electron-stand-in')

const packageFolder = inProject('node_modules', 'electron')

/**
 * Electron's own program, or null if it is not on this computer.
 *
 * The `electron` package keeps it in its own folder, or the user names a folder by `ELECTRON_OVERRIDE_DIST_PATH`.
 */
export function findElectron() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (named !== undefined && named !== '' && named !== standInFolder) return firstExisting(join(named, programName))
  const pathFile = join(packageFolder, 'path.txt')
  return existsSync(pathFile) ? firstExisting(join(packageFolder, 'dist', readFileSync(pathFile, 'utf8').trim())) : null
}

/**
 * Like `findElectron`, after trying to download a missing program.
 *
 * The package's own installer downloads it from `ELECTRON_MIRROR`. A quick reachability check comes first, so that a computer
 * without network loses seconds instead of minutes.
 */
export async function obtainElectron() {
  const found = findElectron()
  if (found !== null || !(await doesSourceAnswer())) return found
  console.error('正在下载 Electron（约 110 MB，只在首次启动时）……')
  await run(process.execPath, [join(packageFolder, 'install.js')], { env: environment(), stdio: ['ignore', 'inherit', 'inherit'], deadline: downloadDeadline })
  return findElectron()
}

/** Milliseconds: 110 MB at a modest 120 kB/s. */
const downloadDeadline = 15 * 60_000
const answerDeadline = 8_000

const programName = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }[process.platform] ?? 'electron'

const firstExisting = (path) => (existsSync(path) ? path : null)

async function doesSourceAnswer() {
  const isBehindProxy = ['https_proxy', 'HTTPS_PROXY', 'ELECTRON_GET_USE_PROXY'].some((name) => process.env[name])
  if (isBehindProxy) return true // only the installer knows how to ask
  const { version } = createRequire(import.meta.url)(join(packageFolder, 'package.json'))
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror ?? 'https://github.com/electron/electron/releases/download/'
  try {
    const { status } = await fetch(`${mirror}v${version}/SHASUMS256.txt`, { method: 'HEAD', signal: AbortSignal.timeout(answerDeadline) })
    return status < 500
  } catch {
    return false
  }
}

/** Whether a window can be shown. Only Linux may lack a display. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

/**
 * Environment variables that make Playwright's `_electron.launch()` and the package `electron` start the stand-in: its folder and file.
 *
 * Empty if Electron itself can run here.
 */
export function electronVariables() {
  const electron = findElectron()
  if (electron !== null && hasDisplay() && sandboxProblem(electron) === null) return {}
  return { ELECTRON_OVERRIDE_DIST_PATH: standInFolder, ELECTRON_EXEC_PATH: join(standInFolder, 'electron') }
}

/**
 * Why Electron cannot run in its sandbox here, as one sentence that says what to do; null if it can.
 *
 * Linux only. Chromium refuses to run as root with a sandbox, and the program never runs without one. For anybody else the sandbox needs
 * user namespaces, which Ubuntu 24.04 allows only programs with an AppArmor profile (electron#42510), or the helper `chrome-sandbox` owned
 * by root with mode 4755.
 *
 * @param electron path of Electron's own program
 * @param system for tests: the platform, the user's number, and what the kernel's files say
 */
export function sandboxProblem(electron, { platform = process.platform, uid = process.getuid?.(), kernel = readKernel, isSetuidRoot = isSetuid } = {}) {
  if (platform !== 'linux') return null
  if (uid === 0) return 'Electron 的沙箱不能以 root 身份工作，改用替身；要打开真正的窗口，请用普通用户运行 npm start。'
  const blocker = Object.entries(blockers).find(([file, blocks]) => kernel(file) === blocks.value)
  const helper = join(dirname(electron), 'chrome-sandbox')
  if (blocker === undefined || isSetuidRoot(helper)) return null
  return `系统禁止 Electron 的沙箱（${blocker[0]} 为 ${blocker[1].value}），改用替身；要打开真正的窗口，请执行 ${blocker[1].remedy}，或 sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"。`
}

/** Kernel settings, by their value that denies user namespaces to an ordinary user's programs. */
const blockers = {
  '/proc/sys/kernel/apparmor_restrict_unprivileged_userns': { value: '1', remedy: 'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0' },
  '/proc/sys/kernel/unprivileged_userns_clone': { value: '0', remedy: 'sudo sysctl -w kernel.unprivileged_userns_clone=1' },
  '/proc/sys/user/max_user_namespaces': { value: '0', remedy: 'sudo sysctl -w user.max_user_namespaces=15000' },
}

function readKernel(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

function isSetuid(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.uid === 0 && (found.mode & 0o4000) !== 0
}

/**
 * The command that starts the program's window: Electron's own program on this project.
 *
 * `windowsHide` would hide Electron's first window, too (electron#15467).
 */
export function electronLaunch(electron, root, args) {
  return { command: electron, args: [root, ...args], options: { windowsHide: false } }
}
