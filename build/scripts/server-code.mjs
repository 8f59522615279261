import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { archiverBuffers } from '../patches/archiver-buffers.mjs'
import { removeFolder, replaceFolder } from './folders.mjs'
import { withLock } from './lock.mjs'
import { fingerprint, inProject, isMain } from './project.mjs'

/** The inputs of the bundles. */
const sources = ['src/server', 'src/shared', 'build/scripts/server-code.mjs', 'build/patches', 'package.json', 'package-lock.json']

const folder = inProject('.cache', 'server-code')
const unfinished = inProject('.cache', 'server-code-unfinished')
const stampPath = inProject('.cache', 'server-code.json')

/** The server's entry points and threads, by bundle name. */
const entries = {
  dev: 'src/server/entry/dev.ts',
  standalone: 'src/server/entry/standalone.ts',
  'sheet-worker': 'src/server/workbooks/worker.ts',
  'report-worker': 'src/server/features/result/report/worker.ts',
  'inspection-worker': 'src/server/database/inspection-worker.ts',
  'document-worker': 'src/server/features/document/worker.ts',
  'route-worker': 'src/server/features/route/worker.ts',
  'reading-worker': 'src/server/features/reading/worker.ts',
  'sensitivity-worker': 'src/server/features/sensitivity/worker.ts',
  'checkup-worker': 'src/server/features/checkup/worker.ts',
  'export-worker': 'src/server/exports/worker.ts',
}

/**
 * What Node is given to run a server with: as it grows by itself, the room for what is new takes 128 MB, most of it garbage that waits.
 * `serveCommandLine` says the rest.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4']

/**
 * The bundle of an entry, which `ensureServerCode` makes.
 *
 * @param {string} name
 * @returns {string}
 */
export const serverCode = (name) => join(folder, `${name}.js`)

/**
 * Bundles the server's entries and threads: a server from the sources reads 1,700 files and strips the types of 600, 1 s of a
 * processor; a bundle loads in 0.3 s.
 *
 * Does nothing if the sources have not changed since. Needs Node 24 and the packages.
 */
export async function ensureServerCode() {
  if (isServerCodeMade()) return
  await withLock('server-code', async () => {
    if (isServerCodeMade()) return
    const made = wantedStamp()
    await removeFolder(unfinished)
    const { build } = await import('vite')
    await build({
      configFile: false,
      root: inProject(),
      logLevel: 'warn',
      plugins: [archiverBuffers(), placesOfSources()],
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: true,
        target: 'node24',
        outDir: unfinished,
        copyPublicDir: false,
        rolldownOptions: {
          input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, inProject(path)])),
          // pg requires it in a try block; it is not among our packages.
          external: ['pg-native'],
          output: { entryFileNames: '[name].js', keepNames: true },
        },
      },
    })
    await replaceFolder(unfinished, folder)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n')
    writeFileSync(stampPath, JSON.stringify({ made }))
  })
}

export function isServerCodeMade() {
  if (!existsSync(stampPath) || !existsSync(folder)) return false
  return JSON.parse(readFileSync(stampPath, 'utf8')).made === wantedStamp()
}

/** The bundles contain absolute paths: a copy of the project's folder needs its own. */
const wantedStamp = () => `${fingerprint(sources)} ${inProject()}`

/** Sources locate project files and thread code relative to themselves: both paths are written into the bundle. */
function placesOfSources() {
  const names = new Map(Object.entries(entries).map(([name, path]) => [inProject(path), name]))
  return {
    name: 'places-of-sources',
    // The original text, before types are removed and quotes are changed.
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]src[\\/]server[\\/].*\.ts$/, code: /import\.meta/ },
      /** @param {string} code @param {string} id */
      handler(code, id) {
        const placed = code
          .replaceAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g, (whole, path) => {
            const name = names.get(resolve(dirname(id), path))
            if (name === undefined) throw new Error(`${basename(id)} starts ${path}, which has no bundle: add it to the entries of server-code.mjs.`)
            return `new URL(${JSON.stringify(pathToFileURL(serverCode(name)).href)})`
          })
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        return { code: placed, map: null }
      },
    },
  }
}

if (isMain(import.meta.url)) await ensureServerCode()
