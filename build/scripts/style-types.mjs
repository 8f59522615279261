import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fingerprint, inProject, isMain, styleSheets, styleSources } from './project.mjs'

/** The classes that a CSS module gives to its components, sorted; what is in `:global()` is another's. */
export function classesOf(css) {
  const bare = css.replaceAll(/\/\*[^]*?\*\/|:global\([^()]*\)/g, '')
  const selectors = bare.matchAll(/([^{};]*)\{/g)
  return [...new Set([...selectors].flatMap(([, selector]) => [...selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name)))].toSorted((one, other) =>
    one < other ? -1 : 1,
  )
}

/** The text of a module's declaration. */
export function declarationOf(css) {
  const lines = classesOf(css).map((name) => `  readonly ${name}: string\n`)
  return `// Made from the style sheet next to it at set-up.\ndeclare const styles: {\n${lines.join('')}}\nexport default styles\n`
}

/**
 * Writes a declaration next to each CSS module of the renderer, so that a class that a module does not have does not compile. Part
 * of the set-up, whenever a module has changed; `npm run styles` does it at once.
 */
function declareStyles() {
  for (const path of styleSheets()) writeFileSync(inProject(`${path}.d.ts`), declarationOf(readFileSync(inProject(path), 'utf8')))
  const made = inProject('.cache/styles/made.json')
  mkdirSync(dirname(made), { recursive: true })
  writeFileSync(made, JSON.stringify({ version: fingerprint(styleSources()) }))
}

if (isMain(import.meta.url)) declareStyles()
