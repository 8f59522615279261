import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { run } from './child.mjs'
import { environment } from './node24.mjs'
import { inProject } from './project.mjs'

/** The folder of the program that takes Electron's place where its binary cannot be had. */
export const standInFolder = inProject('tests', 'electron-stand-in')

const packageFolder = inProject('node_modules', 'electron')

/**
 * Electron's own program, or null where it is not on this computer.
 *
 * The package `electron` puts it into its own folder, or the user names a folder by `ELECTRON_OVERRIDE_DIST_PATH`.
 */
export function findElectron() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (named !== undefined && named !== '' && named !== standInFolder) return firstExisting(join(named, programName))
  const pathFile = join(packageFolder, 'path.txt')
  return existsSync(pathFile) ? firstExisting(join(packageFolder, 'dist', readFileSync(pathFile, 'utf8').trim())) : null
}

/**
 * As `findElectron`, after trying to download the program where it is missing.
 *
 * The package's own installer downloads it, from where `ELECTRON_MIRROR` says. Whether that place answers at all is asked first, so
 * that a computer without a network loses seconds and not minutes.
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

/** Whether a window can be shown. Only Linux knows computers without. */
export const hasDisplay = () => process.platform !== 'linux' || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY)

/**
 * What makes Playwright's `_electron.launch()` and the package `electron` start the stand-in: its folder, and its file.
 *
 * Empty where Electron itself can run here.
 */
export function electronVariables() {
  if (findElectron() !== null && hasDisplay()) return {}
  return { ELECTRON_OVERRIDE_DIST_PATH: standInFolder, ELECTRON_EXEC_PATH: join(standInFolder, 'electron') }
}
