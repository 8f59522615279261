import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { sourcesBelow, type SourceFile } from '../support/imports.ts'

const CEILING = 8

/** What a library gives to a control is not handed down by us. */
const GIVEN = 'FormControl'

/** The table of every list: its parts are told apart by where they stand. */
const EXCEPTIONS = ['PageTable', 'Toolbar']

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const asNodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [])
/** The node there; one of no type where there is none. */
const at = (node: Node, ...path: readonly string[]): Node => path.reduce<Node>((inner, key) => asNodes(inner[key])[0] ?? { type: '' }, node)
const nameOf = ({ name, value = '' }: Node): string => (typeof name === 'string' ? name : typeof value === 'string' ? value : '')
const allIn = (node: Node): Node[] => [node, ...Object.values(node).flatMap((value) => asNodes(value).flatMap(allIn))]

/** `file Component: n` for each component of a file that takes more than the ceiling. */
function tooMany({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  const nodes = asNodes(parseSync(path, text).program.body as unknown).flatMap(allIn)
  const declared = new Map(nodes.filter(({ type }) => /^TS(?:Interface|TypeAlias)Declaration$/.test(type)).map((node) => [nameOf(at(node, 'id')), node]))
  const membersOf = (type: Node): string[] => {
    const name = nameOf(at(type, 'typeName')) || nameOf(at(type, 'expression'))
    const [from, picked] = asNodes(at(type, 'typeArguments')['params'])
    if (name === GIVEN) return []
    if (name === 'Pick' && picked) return allIn(picked).flatMap(({ type: kind, value }) => (kind === 'Literal' ? [String(value)] : []))
    if (name === 'Omit' && from && picked)
      return membersOf(from).filter((member) => !membersOf({ ...type, typeName: { type: '', name: 'Pick' } }).includes(member))
    if (type.type === 'TSTypeLiteral') return asNodes(type['members']).map((member) => nameOf(at(member, 'key')))
    if (type.type === 'TSIntersectionType') return asNodes(type['types']).flatMap(membersOf)
    if (type.type === 'TSTypeAliasDeclaration') return membersOf(at(type, 'typeAnnotation'))
    if (type.type === 'TSInterfaceDeclaration')
      return [...asNodes(at(type, 'body')['body']).map((member) => nameOf(at(member, 'key'))), ...asNodes(type['extends']).flatMap(membersOf)]
    const found = declared.get(name)
    return found ? membersOf(found) : []
  }
  return nodes
    .filter((node) => node.type === 'FunctionDeclaration' && /^[A-Z]/.test(nameOf(at(node, 'id'))))
    .map((node) => [nameOf(at(node, 'id')), new Set(membersOf(at(node, 'params', 'typeAnnotation', 'typeAnnotation'))).size] as const)
    .filter(([name, count]) => count > CEILING && !EXCEPTIONS.includes(name))
    .map(([name, count]) => `${path} ${name}: ${count}`)
}

describe('components', () => {
  it(`take at most ${CEILING} properties: what belongs together comes in one`, () => {
    expect(
      sourcesBelow('src/renderer')
        .filter(({ path }) => path.endsWith('.tsx'))
        .flatMap(tooMany),
    ).toEqual([])
  })

  const nine = 'a b c d e f g h i'.split(' ').map((name) => `${name}: string`)
  it.each([
    `function Planted(props: { ${nine.join('; ')} }) {}`,
    `interface Props { ${nine.join('; ')} }\nfunction Planted({ a, ...rest }: Props) {}`,
    `interface Some { ${nine.slice(1).join('; ')} }\ninterface Props extends Pick<Some, 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i'> { a: string }\nexport function Planted(props: Props) {}`,
    `interface Some { ${nine.join('; ')}; j: string }\nfunction Planted(props: Omit<Some, 'a'>) {}`,
    `type Props = { ${nine.slice(3).join('; ')} } & { a: string; b: string; c: string }\nfunction Planted(props: Props) {}`,
  ])('are reported if they take more: %s', (text) => {
    expect(tooMany({ path: 'planted.tsx', text })).toEqual(['planted.tsx Planted: 9'])
  })
})
