import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The recount page without data, built from the current sources. */
export function recountTemplate(): string {
  execFileSync(process.execPath, [join(root, 'build/scripts/recount.mjs')], { stdio: ['ignore', 'ignore', 'inherit'] })
  return readFileSync(join(root, 'resources/recount/template.html'), 'utf8')
}

/** Files not embedded in the page: pictures, the report and the guide. */
export const isBesideThePage = (path: string): boolean => /^images\/|\.xlsx$|\.pdf$|\.html$/.test(path)

/** The page filled with a bundle's files, as by the server (src/recount/README.md). */
export function filledPage(template: string, files: ReadonlyMap<string, Buffer>): string {
  const texts = Object.fromEntries([...files].filter(([path]) => !isBesideThePage(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]))
  const json = JSON.stringify({ files: texts }).replaceAll('<', '\\u003c')
  return template.replace('__BUNDLE__', () => json)
}
