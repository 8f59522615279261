import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The project's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A path inside the project. */
export const inProject = (...parts) => join(root, ...parts)

/** Whether the module with this `import.meta.url` is the one that was started. */
export const isMain = (moduleUrl) => process.argv[1] !== undefined && moduleUrl === pathToFileURL(realpathSync(process.argv[1])).href

/** The inputs of the recount page. */
export const recountSources = ['src/recount', 'build/scripts/recount.mjs', 'package-lock.json']

/** The renderer's CSS modules. */
export const styleSheets = () =>
  filesUnder(inProject('src/renderer'))
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => relative(root, path))
/** With their declarations: missing or modified ones are regenerated. */
export const styleSources = () => styleSheets().flatMap((path) => [path, `${path}.d.ts`])

/**
 * One hash over the names and contents of files.
 *
 * `paths` are files or folders inside the project; a missing one counts as absent, and creating it changes the hash.
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((each) => filesUnder(inProject(each)))) {
    hash.update(relative(root, path).split(sep).join('/')).update('\0')
    hash.update(createHash('sha256').update(readFileSync(path)).digest())
  }
  return hash.digest('hex')
}

function filesUnder(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
}
