import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { inProject } from './project.mjs'

/**
 * Writes a declaration beside each CSS module of the renderer, so that a class that a module does not have does not compile:
 * `npm run styles`, after a class was added, renamed or removed. The architecture tests find a declaration that is out of date.
 */

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
  return `// Made by \`npm run styles\` from the style sheet beside it.\ndeclare const styles: {\n${lines.join('')}}\nexport default styles\n`
}

if (process.argv[1] === import.meta.filename) {
  for (const path of globSync(inProject('src', 'renderer', '**', '*.module.css'))) {
    writeFileSync(resolve(`${path}.d.ts`), declarationOf(readFileSync(path, 'utf8')))
  }
}
