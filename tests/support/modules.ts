import { parseSync } from 'vite'
import { resolved } from './imports.ts'

/** A module's exports and imports. */
export interface Module {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string
  readonly exports: readonly Export[]
  /** `path:name` of every name imported from another file, values and types. */
  readonly uses: readonly string[]
}

export interface Export {
  readonly name: string
  /** Whether it is a type only. A schema and its type of the same name are one export, which is not. */
  readonly isType: boolean
  /** Whether its own file uses it apart from the declaration. */
  readonly isUsedInside: boolean
}

/**
 * Parses a file's exports and uses.
 *
 * A file that imports another as a whole (`import * as`, `import()`) uses every name of it that it contains anywhere.
 *
 * @throws Error if the text cannot be parsed
 */
export function moduleOf(path: string, text: string): Module {
  const { module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message ?? ''}`)
  const words = wordsIn(text)
  const uses: string[] = []
  const use = (specifier: string, name: string | null): void => {
    for (const used of name === null ? words.keys() : [name]) uses.push(`${resolved(path, specifier)}:${used}`)
  }
  for (const { entries, moduleRequest } of module.staticImports) {
    for (const { importName } of entries) use(moduleRequest.value, importName.kind === 'Default' ? 'default' : importName.name)
  }
  for (const { moduleRequest } of module.dynamicImports) {
    use(text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''), null)
  }
  const exports = new Map<string, Export>()
  for (const { exportName, importName, localName, moduleRequest, isType } of module.staticExports.flatMap(({ entries }) => entries)) {
    if (moduleRequest) use(moduleRequest.value, importName.name)
    if (exportName.kind === 'None') continue
    const name = exportName.name ?? 'default'
    const isPair = exports.has(name)
    const isUsedInside = (words.get(localName.name ?? name) ?? 0) > (isPair ? 3 : 1)
    exports.set(name, { name, isType: isType && (exports.get(name)?.isType ?? true), isUsedInside })
  }
  return { path, exports: [...exports.values()], uses }
}

/** Word counts of a text, excluding comments. */
function wordsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [word] of text.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').matchAll(/[\w$]+/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
