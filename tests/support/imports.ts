import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '../..')

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
  /** All imports, including type and dynamic ones: repository paths of own files, names of packages. */
  readonly imports: readonly string[]
}

const IMPORT = /(?:\bimport|\bexport)\s+(?:type\s+)?(?:[\w*{}\s,$]+\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

/** Every TypeScript file below a folder, with its imports. */
export function sourcesBelow(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => {
      const path = relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: [...text.matchAll(IMPORT)].map((match) => resolved(path, match[1] ?? match[2] ?? '')) }
    })
}

/** The repository path of an own file, or the name of a package. */
export function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#shared/')) return specifier.replace('#shared/', 'src/shared/')
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier)).replaceAll('\\', '/')
  return specifier
}

export const isOwn = (path: string): boolean => path.startsWith('src/')

/** Modules evaluated with a file: its imports, except types and dynamic imports. */
export function loadedAtOnce({ path, text }: SourceFile): string[] {
  const { staticImports, staticExports } = parseSync(path, text).module
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest)
  const handedOn = staticExports.flatMap(({ entries }) => entries.filter(({ isType }) => !isType).flatMap(({ moduleRequest }) => moduleRequest ?? []))
  return [...imported, ...handedOn].map(({ value }) => resolved(path, value))
}
