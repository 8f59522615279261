import { existsSync, realpathSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './child.mjs'
import { inProject } from './project.mjs'

/**
 * The Node from the packages: Electron's version, whatever the computer's own is.
 *
 * Null before installation. The npm package `node` puts the program for this platform into its folder `bin`.
 */
export function bundledNode() {
  const path = inProject('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(path) ? path : null
}

/** The environment for child processes: the packages' programs first, so that `node` is Node 24 there too. */
export function environment(more = {}) {
  const { PATH = '', ...others } = Object.fromEntries(
    // Windows calls it Path, and an environment with both is read unpredictably.
    Object.entries(process.env).map(([name, value]) => [name.toUpperCase() === 'PATH' ? 'PATH' : name, value]),
  )
  const bin = inProject('node_modules', '.bin')
  return { ...others, PATH: PATH.split(delimiter)[0] === bin ? PATH : `${bin}${delimiter}${PATH}`, ...more }
}

/**
 * Continues in the Node from the packages.
 *
 * Returns at once if that is already running; else starts the same script with the same arguments there, and exits with its code.
 * Call it after `ensureSetup()`.
 */
export async function continueOnNode24(moduleUrl) {
  const node = requireBundledNode()
  if (realpathSync(process.execPath) === realpathSync(node)) return
  process.exit(await run(node, [fileURLToPath(moduleUrl), ...process.argv.slice(2)], { env: environment() }))
}

/** Like `bundledNode`; throws if it is missing, as the installation is broken then. */
export function requireBundledNode() {
  const node = bundledNode()
  if (node === null) throw new Error('node_modules 中没有 Node 24：请删除 node_modules，确认 npm 没有禁用安装脚本（ignore-scripts），然后重新运行同一条命令')
  return node
}
