import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir, release, totalmem, version } from 'node:os'
import { join } from 'node:path'
import { continueOnNode24 } from './node24.mjs'
import { inProject, isMain } from './project.mjs'
import { endWithSentence, ensureSetup } from './setup.mjs'

// npm run diagnose [-- --user-data-dir=FOLDER]: what a developer needs from a computer where the program fails, in one zip.

/** Settings that are included: the program's configuration, without its users. */
const keptSettings = ['version', 'preferences', 'window', 'serverUrl']
const keptPreferences = ['isSidebarCollapsed', 'fontSize', 'tableDensity', 'isDeskSilent']

/**
 * The files of the zip: logs redacted again, versions, settings without accounts, sessions and keys, and a listing of the data
 * folder with name, size and time. Needs Node 24, which can import the program's own redaction.
 *
 * @param userData the program's folder of settings, data and logs
 * @returns {Promise<Record<string, string>>} path in the zip to text
 */
export async function diagnosis(userData) {
  const { redact } = await import('../../src/main/redact.ts')
  const logFolder = join(userData, 'logs')
  const logs = namesIn(logFolder).filter((name) => /\.log(\.\d+)?$/.test(name) && statSync(join(logFolder, name)).isFile())
  return {
    'versions.json': JSON.stringify(versions(), null, 2),
    'settings.json': JSON.stringify(settings(join(userData, 'settings.json')), null, 2),
    'data.txt': ['data', 'data/backup', 'data/keys', 'data/tls'].flatMap((folder) => listed(userData, folder)).join('\n'),
    ...Object.fromEntries(logs.map((name) => [`logs/${name}`, readFileSync(join(logFolder, name), 'utf8').split('\n').map(redact).join('\n')])),
  }
}

function versions() {
  const versionOf = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null)
  return {
    program: versionOf(inProject('package.json')),
    electron: versionOf(inProject('node_modules', 'electron', 'package.json')),
    hasElectron: existsSync(inProject('node_modules', 'electron', 'path.txt')),
    node: process.versions.node,
    sqlite: process.versions.sqlite,
    system: `${process.platform} ${process.arch} ${release()} ${version()}`,
    memoryMB: Math.round(totalmem() / 2 ** 20),
    display: process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? null,
  }
}

function settings(file) {
  if (!existsSync(file)) return { state: 'absent' }
  try {
    const { preferences = {}, ...others } = JSON.parse(readFileSync(file, 'utf8'))
    return only({ ...others, preferences: only(preferences, keptPreferences) }, keptSettings)
  } catch {
    return { state: 'broken', bytes: statSync(file).size }
  }
}

const only = (values, names) => Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

function listed(userData, folder) {
  return namesIn(join(userData, folder)).map((name) => {
    const { size, mtime } = statSync(join(userData, folder, name))
    return `${folder}/${name}\t${size}\t${mtime.toISOString()}`
  })
}

/** The program's folder of settings, data and logs, unless started with `--user-data-dir`. */
function defaultUserData() {
  const { productName } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'))
  const { LOCALAPPDATA, XDG_CONFIG_HOME } = process.env
  const parent = {
    win32: LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'),
    darwin: join(homedir(), 'Library', 'Application Support'),
  }[process.platform]
  return join(parent ?? XDG_CONFIG_HOME ?? join(homedir(), '.config'), productName)
}

if (isMain(import.meta.url)) {
  try {
    await ensureSetup()
    await continueOnNode24(import.meta.url)
    const named = process.argv.slice(2).find((argument) => argument.startsWith('--user-data-dir='))
    const userData = named?.slice('--user-data-dir='.length) ?? defaultUserData()
    if (!existsSync(userData)) throw new Error(`没有找到程序的数据文件夹 ${userData}，请用 npm run diagnose -- --user-data-dir=文件夹 指定。`)
    const { strToU8, zipSync } = await import('fflate')
    const files = await diagnosis(userData)
    const target = inProject('.data', `diagnose-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}.zip`)
    mkdirSync(inProject('.data'), { recursive: true })
    writeFileSync(target, zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))))
    console.log(`诊断文件已保存到 ${target}\n其中有日志、版本和设置，没有业主、账号和票的内容；发送前可以打开看一看。`)
  } catch (error) {
    endWithSentence(error)
  }
}
