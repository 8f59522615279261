import { readFileSync } from 'node:fs'
import postcss from 'postcss'
import { inProject } from '../scripts/project.mjs'

const PART = /component-styles\/(start|rest)\.css/

/**
 * The classes of what can stand on a page before the login, or over it: forms, messages, questions, the help.
 *
 * Everything else waits until somebody is logged in. A test looks at those pages for classes that are missing here.
 */
const atStart =
  /^(alert|anticon|app|btn|card|checkbox|col(?!-)|drawer|fade|flex|form|input(?!-number)|message|modal|motion|move|otp|radio|result|row|slide|space|spin|tooltip|typography|wave|zoom)(-|$)/

/**
 * Divides the component library's style sheet, rule by rule and in its order: nothing is in both, nothing is left out.
 *
 * The library itself writes the rules of a component when it is first used, so their order among components has no meaning.
 *
 * @param {string} css
 * @returns {{ start: string, rest: string }} what the program needs at once, and what can come later
 */
export function divideStyles(css) {
  const start = postcss.root()
  const rest = postcss.root()
  for (const node of postcss.parse(css).nodes) (isForStart(node) ? start : rest).append(node.clone())
  return { start: start.toString(), rest: rest.toString() }
}

/** @param {import('postcss').ChildNode} node */
function isForStart(node) {
  if (node.type === 'rule') return node.selectors.some(isSelectorForStart)
  if (node.type !== 'atrule' || node.nodes === undefined) return true
  // Keyframes are small, and named where they are not defined.
  return node.name.endsWith('keyframes') || node.nodes.some(isForStart)
}

/** @param {string} selector its first class of the library says whose rule it is */
function isSelectorForStart(selector) {
  if (/^\.(css-var|data-ant)/.test(selector)) return false
  const name = /\.ant-([a-z0-9-]+)/.exec(selector)?.[1]
  return name === undefined || atStart.test(name)
}

/** Makes `component-styles/start.css` and `component-styles/rest.css` style sheets that can be imported, by address too (`?url`). */
export function antdStyles() {
  const sheet = inProject('node_modules/antd/dist/antd.css')
  return {
    name: 'antd-styles',
    enforce: /** @type {const} */ ('pre'),
    resolveId: {
      filter: { id: PART },
      /** @param {string} id */
      handler: (id) => (id.startsWith('component-styles/') ? inProject(id) : id),
    },
    load: {
      // Where only the address is asked for, Vite makes a module of it that imports the sheet itself.
      filter: { id: { include: PART, exclude: /[?&]url\b/ } },
      /** @param {string} id */
      handler: (id) => divideStyles(readFileSync(sheet, 'utf8'))[PART.exec(id)?.[1] === 'start' ? 'start' : 'rest'],
    },
  }
}
