import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

export interface Manifest {
  readonly name?: string
  readonly productName?: string
  readonly version?: string
  readonly main?: string
}

/** Location of the app. */
export interface AppFiles {
  /** `app.getAppPath()`. */
  readonly root: string
  /** The script that starts the main process. */
  readonly entry: string
  readonly manifest: Manifest
}

/**
 * Finds the app named on the command line: a folder with a package.json, or the main script itself.
 *
 * For a script, Electron uses its folder as the app path, and the nearest package.json above for the name.
 */
export function locateApp(app: string): AppFiles {
  const path = resolve(app)
  if (!existsSync(path)) throw new Error(`Unable to find Electron app at ${path}`)
  if (!statSync(path).isDirectory()) return { root: dirname(path), entry: path, manifest: nearestManifest(dirname(path)) }
  const manifest = readManifest(path)
  if (manifest === null) throw new Error(`Unable to find Electron app at ${path}: there is no package.json`)
  return { root: path, entry: join(path, manifest.main ?? 'index.js'), manifest }
}

function nearestManifest(folder: string): Manifest {
  const parent = dirname(folder)
  return readManifest(folder) ?? (parent === folder ? {} : nearestManifest(parent))
}

function readManifest(folder: string): Manifest | null {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : null // npm's own form
}
