import { readFileSync } from 'node:fs'
import inspector from 'node:inspector'
import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { locateApp } from './app-files.ts'
import { parseCommandLine, parsePort } from './command-line.ts'
import { createElectron } from './electron-module.ts'
import { createRuntime } from './runtime.ts'

// The `electron` program: Electron's command line and startup order.

const require = createRequire(import.meta.url)
const commandLine = parseCommandLine(process.argv.slice(2))
const { version } = JSON.parse(readFileSync(require.resolve('electron/package.json'), 'utf8')) as { version: string }

if (commandLine.isVersionAsked) {
  console.log(`v${version}`)
  process.exit(0)
}

pretendToBeElectron()
openInspector()
const runtime = createRuntime(locateApp(commandLine.app), commandLine.switches, process.env)
const electron = createElectron(runtime)
provideModule(electron.exports)
Object.assign(globalThis, { standIn: runtime.records })

process.on('SIGTERM', () => electron.app.quit())
process.on('SIGINT', () => electron.app.quit())
try {
  const fromHere = createRequire(join(process.cwd(), 'electron.js'))
  for (const preload of commandLine.preloads) fromHere(preload)
  await import(pathToFileURL(runtime.files.entry).href)
  await electron.start()
} catch (error) {
  console.error(error)
  await electron.stop()
  process.exit(1)
}

function pretendToBeElectron(): void {
  Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: version, chrome: '' } })
  Object.defineProperty(process, 'type', { value: 'browser' })
  Object.assign(process, { defaultApp: true, resourcesPath: join(import.meta.dirname, 'resources') })
  process.argv = [join(import.meta.dirname, 'electron'), ...commandLine.visibleArguments]
}

/** Prints `Debugger listening on ws://…`, which Playwright waits for. */
function openInspector(): void {
  for (const name of ['inspect', 'inspect-brk']) {
    const value = commandLine.switches.get(name)
    if (value !== undefined) inspector.open(parsePort(value, 9229), '127.0.0.1', name === 'inspect-brk')
  }
}

/** Registers `electron` as a module for import, for require, and for the require of the inspector's command line. */
function provideModule(exports: Readonly<Record<string, unknown>>): void {
  const key = 'electron stand-in'
  Object.assign(globalThis, { [Symbol.for(key)]: exports })
  // Node finds a CommonJS module's export names by parsing its source.
  const names = Object.keys(exports).map((name) => `exports.${name} = 0`)
  const source = [...names, `module.exports = globalThis[Symbol.for(${JSON.stringify(key)})]`].join('\n')
  const url = 'stand-in:electron'
  registerHooks({
    resolve: (specifier, context, next) =>
      /^electron(\/(main|common|renderer|utility))?$/.test(specifier) ? { url, format: 'commonjs', shortCircuit: true } : next(specifier, context),
    load: (address, context, next) => (address === url ? { format: 'commonjs', source, shortCircuit: true } : next(address, context)),
  })
}
