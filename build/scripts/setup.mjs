import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { run, runQuietly } from './child.mjs'
import { removeFile, removeFolder } from './folders.mjs'
import { withLock } from './lock.mjs'
import { bundledNode, environment, requireBundledNode } from './node24.mjs'
import { fingerprint, inProject, isMain, recountSources, styleSources } from './project.mjs'

// Plain JavaScript for Node 18 and later without dependencies: the first thing that runs on a fresh clone.

/**
 * What a script generates from the packages: if missing, and after every installation. The scripts know what is up to date.
 * `sources`, if given, are checked every time: the output names their fingerprint.
 */
const generatedResources = [
  { script: 'build/scripts/divisions.mjs', output: 'resources/divisions/readings.json.gz', what: '全国行政区划数据' },
  { script: 'build/scripts/templates.mjs', output: 'resources/templates/made.json', what: '导入模板' },
  { script: 'build/scripts/font.mjs', output: 'resources/fonts/made.json', what: 'PDF 字体' },
  { script: 'build/scripts/recount.mjs', output: 'resources/recount/made.json', what: '复算页面', sources: () => recountSources },
  { script: 'build/scripts/style-types.mjs', output: '.cache/styles/made.json', what: '样式类型', sources: styleSources },
]

const stampPath = inProject('node_modules', '.set-up.json')

/**
 * Prepares the project: installs the locked packages and generates resources.
 *
 * Prints nothing and takes milliseconds if all is up to date. Messages go to stderr, because stdout is the server's.
 * Throws an Error with a message for the user if the installation fails.
 */
export async function ensureSetup() {
  if (!isInstalled()) await withLock('set-up', install)
  if (missingResources().length > 0) await withLock('set-up', () => prepare(missingResources()))
}

/** Identifies the packages to install: a tree copied from another platform has another value. */
const wantedStamp = () => JSON.stringify({ lock: fingerprint(['package-lock.json']), platform: process.platform, arch: process.arch })

function isInstalled() {
  if (bundledNode() === null) return false
  const wanted = wantedStamp()
  if (readOrNull(stampPath) === wanted) return true
  // For installations by npm itself: npm writes its own record last, so a matching record means that it finished.
  if (!doesRecordAgree()) return false
  writeFileSync(stampPath, wanted)
  return true
}

function doesRecordAgree() {
  const record = readOrNull(inProject('node_modules', '.package-lock.json'))
  if (record === null) return false
  const installed = JSON.parse(record).packages
  const locked = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    // npm omits optional packages of other platforms.
    return found === undefined ? optional === true : found.version === version
  })
}

async function install() {
  if (isInstalled()) return // another command did it while we waited
  console.error('正在安装依赖（按 package-lock.json，首次约需一两分钟）……')
  removeFile(stampPath) // from here until the end the installation is unfinished
  await stepAside()
  const { command, args, shell } = npm()
  const { code, output } = await runQuietly(command, [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell, env: environment() })
  if (code !== 0 || bundledNode() === null) {
    throw new Error(`依赖安装失败（npm ci 退出码 ${code}）。请检查网络后重新运行同一条命令。npm 的输出：\n${output.trim()}`)
  }
  await prepare(generatedResources.filter(({ script }) => existsSync(inProject(script))))
  writeFileSync(stampPath, wantedStamp())
  console.error('依赖已安装。')
}

/** npm as run by the calling command, or from the PATH (a .cmd on Windows, which only a shell can start). */
function npm() {
  const script = process.env.npm_execpath
  // npm's own Node, as ours may be about to be replaced.
  const node = process.env.npm_node_execpath
  if (script?.endsWith('npm-cli.js') && node !== undefined && existsSync(script) && existsSync(node)) return { command: node, args: [script], shell: false }
  return { command: 'npm', args: [], shell: process.platform === 'win32' }
}

/** Windows cannot delete a running program, but rename it: if this script runs in the Node that npm will replace, that one is renamed. */
async function stepAside() {
  if (process.platform !== 'win32') return
  const folder = inProject('.cache', 'replaced')
  try {
    await removeFolder(folder)
  } catch {
    // An earlier one is still running; the next installation removes it.
  }
  mkdirSync(folder, { recursive: true })
  const programs = ['node/bin/node.exe', `node/node_modules/node-win-${process.arch}/bin/node.exe`].map((path) => inProject('node_modules', path))
  for (const [index, path] of programs.entries()) {
    if (existsSync(path)) renameSync(path, inProject('.cache', 'replaced', `${process.pid}-${index}.exe`))
  }
}

const missingResources = () => generatedResources.filter((resource) => existsSync(inProject(resource.script)) && !isMade(resource))

function isMade({ output, sources }) {
  const made = readOrNull(inProject(output))
  return made !== null && (sources === undefined || JSON.parse(made).version === fingerprint(sources()))
}

async function prepare(resources) {
  for (const { script, what } of resources) {
    console.error(`正在生成${what}……`)
    // Keeps its output out of the server's stdout.
    const code = await run(requireBundledNode(), [inProject(script)], { stdio: ['ignore', 2, 2], env: environment() })
    if (code !== 0) throw new Error(`生成${what}失败：${script} 的退出码是 ${code}`)
  }
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Exits with a message instead of a stack trace. For the `catch` of the commands. */
export function endWithSentence(error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

if (isMain(import.meta.url)) await ensureSetup().catch(endWithSentence)
