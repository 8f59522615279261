import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceFile } from './imports.ts'

type Source = Pick<SourceFile, 'path' | 'text'>
type Known = ReadonlySet<string>

/** Two Chinese characters: a word for readers, not a mark in data. */
const CHINESE = /[\u4e00-\u9fff]{2}/
const ASKING_CALLS: ReadonlySet<string> = new Set([
  'startsWith',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'match',
  'search',
  'test',
  'exec',
  'has',
  'get',
])
const COMPARING: ReadonlySet<string> = new Set(['===', '!==', '==', '!='])

/**
 * Code that decides by a Chinese message: `path: the code`.
 *
 * A message is a literal, template, constant or table member initialised with one, in the file itself or imported, and any result of
 * `sentenceFor`. Deciding is a comparison, a `case`, testing whether a text starts with, ends with or contains a message, or whether
 * a list of messages contains a text.
 */
export function sentenceComparisons(sources: readonly Source[]): string[] {
  const parsed = sources.map((source) => ({ ...source, program: parseSync(source.path, source.text).program }))
  const named = parsed.map(({ program }) => sentencesIn(program))
  const exported: Known = new Set(named.flatMap((names) => [...names]))
  return parsed.flatMap(({ path, text, program }, index) => {
    const known: Known = new Set([...(named[index] ?? []), ...importedFrom(program, exported)])
    return comparisonsIn(program, known).map(({ start, end }) => `${path}: ${text.slice(start, end).replaceAll(/\s+/g, ' ')}`)
  })
}

/** Names for a file's messages: `SENTENCE`, `table.member`, and `table[]` for a table that has any. */
function sentencesIn(program: ESTree.Program): Set<string> {
  const names = new Set<string>()
  const collect = (name: string, value: ESTree.Expression): boolean => {
    const inner = bare(value)
    if (isWritten(inner)) {
      names.add(name)
      return true
    }
    const members = membersOf(inner).filter(([key, member]) => collect(`${name}.${key}`, member))
    if (members.length > 0) names.add(`${name}[]`)
    return members.length > 0
  }
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) collect(id.name, init)
    },
  }).visit(program)
  return names
}

function membersOf(value: ESTree.Expression): (readonly [string, ESTree.Expression])[] {
  if (value.type === 'ArrayExpression')
    return value.elements.flatMap((element, index) => (element === null || element.type === 'SpreadElement' ? [] : [[String(index), element] as const]))
  if (value.type !== 'ObjectExpression') return []
  return value.properties.flatMap((property) => (property.type === 'Property' ? [[keyOf(property.key), property.value] as const] : []))
}

/** The same names as imported by another file. */
function importedFrom(program: ESTree.Program, exported: Known): string[] {
  const names: string[] = []
  new Visitor({
    ImportSpecifier({ imported, local }) {
      const name = keyOf(imported)
      for (const one of exported) if (one === name || one.startsWith(`${name}.`) || one === `${name}[]`) names.push(local.name + one.slice(name.length))
    },
  }).visit(program)
  return names
}

function comparisonsIn(program: ESTree.Program, known: Known): { readonly start: number; readonly end: number }[] {
  const found: { readonly start: number; readonly end: number }[] = []
  const isSentence = (value: ESTree.Node): boolean => isWritten(bare(value)) || isNamed(bare(value), known)
  new Visitor({
    BinaryExpression(node) {
      if (COMPARING.has(node.operator) && (isSentence(node.left) || isSentence(node.right))) found.push(node)
    },
    SwitchCase({ test }) {
      if (test && isSentence(test)) found.push(test)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || !ASKING_CALLS.has(keyOf(callee.property))) return
      if (isSentence(callee.object) || isList(callee.object, known) || node.arguments.some(isSentence)) found.push(node)
    },
  }).visit(program)
  return found
}

/** A literal message: a Chinese text or pattern, or the message of a reason. */
function isWritten(value: ESTree.Node): boolean {
  if (value.type === 'Literal') return CHINESE.test('regex' in value ? value.regex.pattern : String(value.value))
  if (value.type === 'TemplateLiteral') return value.quasis.some(({ value: { raw } }) => CHINESE.test(raw))
  return value.type === 'CallExpression' && value.callee.type === 'Identifier' && value.callee.name === 'sentenceFor'
}

const isNamed = (value: ESTree.Node, known: Known): boolean => {
  const name = nameOf(value)
  return name !== null && known.has(name)
}

/** A list of messages tested for a text. */
const isList = (value: ESTree.Node, known: Known): boolean => {
  const inner = bare(value)
  if (inner.type === 'ArrayExpression') return inner.elements.some((element) => element !== null && isWritten(bare(element)))
  const name = nameOf(inner)
  return name !== null && known.has(`${name}[]`)
}

/** `a.b.c` as written; `a[]` for a table accessed by a variable; null for anything else. */
function nameOf(value: ESTree.Node): string | null {
  if (value.type === 'Identifier') return value.name
  if (value.type !== 'MemberExpression') return null
  const table = nameOf(bare(value.object))
  if (table === null) return null
  return !value.computed || value.property.type === 'Literal' ? `${table}.${keyOf(value.property)}` : `${table}[]`
}

function keyOf(key: ESTree.Node): string {
  if (key.type === 'Literal') return String(key.value)
  return 'name' in key && typeof key.name === 'string' ? key.name : ''
}

/** The expression inside `as const`, `satisfies`, `Object.freeze(…)`, `new Set(…)` and `(…)!`. */
function bare(value: ESTree.Node): ESTree.Expression {
  const { type } = value
  if (type === 'TSAsExpression' || type === 'TSSatisfiesExpression' || type === 'TSNonNullExpression') return bare(value.expression)
  if (type === 'ParenthesizedExpression' || type === 'ChainExpression') return bare(value.expression)
  if (type === 'CallExpression' || type === 'NewExpression') {
    const [wrapped] = value.arguments
    const { callee } = value
    const isFreeze = callee.type === 'MemberExpression' && keyOf(callee.property) === 'freeze'
    if (wrapped && (isFreeze || (callee.type === 'Identifier' && callee.name === 'Set'))) return bare(wrapped)
  }
  // Otherwise only its type is examined.
  return value as ESTree.Expression
}
