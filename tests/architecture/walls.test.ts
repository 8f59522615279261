import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isOwn, loadedAtOnce, sourcesBelow, type SourceFile } from '../support/imports.ts'

const sources = sourcesBelow('src')
const below = (folder: string): SourceFile[] => sources.filter((source) => source.path.startsWith(`${folder}/`))
const layerOf = (path: string): string => path.split('/')[1] ?? ''
const featureOf = (path: string): string => /^src\/\w+\/features\/([^/]+)\//.exec(path)?.[1] ?? ''

/** `file → import` for every import that breaks the rule. */
const breaches = (files: readonly SourceFile[], isWrong: (source: SourceFile, imported: string) => boolean): string[] =>
  files.flatMap((source) => source.imports.filter((imported) => isWrong(source, imported)).map((imported) => `${source.path} → ${imported}`))

/** Files that contain a word, excluding comments. */
const touching = (files: readonly SourceFile[], word: RegExp): string[] =>
  files.filter(({ text }) => word.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))).map(({ path }) => path)

/** Every cycle of a dependency graph, written as a path. */
function circles(importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const found: string[] = []
  const visit = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' → '))
    if (done.has(name) || way.includes(name)) return
    for (const imported of importsOf.get(name) ?? []) visit(imported, [...way, name])
    done.add(name)
  }
  for (const name of importsOf.keys()) visit(name, [])
  return found
}

/** The features that each feature imports from, by imported file. */
function usedBy(files: readonly SourceFile[], isAsked: (imported: string) => boolean): ReadonlyMap<string, readonly string[]> {
  const used = new Map<string, string[]>()
  for (const { path, imports } of files) {
    const feature = featureOf(path)
    const others = imports.filter((imported) => isAsked(imported) && featureOf(imported) !== feature).map(featureOf)
    used.set(feature, [...(used.get(feature) ?? []), ...others])
  }
  return used
}

describe('boundaries between layers', () => {
  it('the check covered the whole program', () => {
    const counts = Object.fromEntries(['shared', 'server', 'main', 'preload', 'renderer', 'recount'].map((layer) => [layer, below(`src/${layer}`).length]))
    expect(counts['shared']).toBeGreaterThan(25)
    expect(counts['server']).toBeGreaterThan(60)
    expect(counts['main']).toBeGreaterThan(15)
    expect(counts['preload']).toBe(1)
    expect(counts['renderer']).toBeGreaterThan(40)
    expect(counts['recount']).toBeGreaterThan(15)
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(600)
  })

  it('let every layer import only shared and itself', () => {
    expect(breaches(sources, ({ path }, imported) => isOwn(imported) && layerOf(imported) !== 'shared' && layerOf(imported) !== layerOf(path))).toEqual([])
  })

  it('forbid circular imports of files, types included', () => {
    expect(circles(new Map(sources.map(({ path, imports }) => [path, imports])))).toEqual([])
  })

  it('forbid circular imports of folders in the main process', () => {
    const importsOf = new Map<string, string[]>()
    for (const { path, imports } of below('src/main')) {
      const folder = dirname(path)
      const others = imports
        .filter(isOwn)
        .map((imported) => dirname(imported))
        .filter((other) => other !== folder && other !== 'src/main')
      importsOf.set(folder, [...(importsOf.get(folder) ?? []), ...others])
    }
    expect(importsOf.size).toBeGreaterThan(5)
    expect(circles(importsOf)).toEqual([])
  })

  it('keep the recount page independent: no imports of the program, and nobody imports it', () => {
    const strangers = (_source: SourceFile, imported: string): boolean =>
      isOwn(imported) ? layerOf(imported) !== 'recount' : /^(node:|electron)/.test(imported)
    expect(breaches(below('src/recount'), strangers)).toEqual([])
    expect(
      breaches(
        sources.filter(({ path }) => layerOf(path) !== 'recount'),
        (_source, imported) => layerOf(imported) === 'recount',
      ),
    ).toEqual([])
  })

  it('keep shared free of Node, the DOM and every package but zod', () => {
    expect(breaches(below('src/shared'), (_source, imported) => !isOwn(imported) && imported !== 'zod')).toEqual([])
    // A quoted name is an endpoint's.
    expect(touching(below('src/shared'), /(?<!')\b(process|window|document|Buffer|localStorage)\s*[.[(]/)).toEqual([])
  })

  it('keep Electron out of the server, and the server’s libraries out of the rest', () => {
    expect(breaches(below('src/server'), (_source, imported) => imported === 'electron')).toEqual([])
    expect(
      breaches([...below('src/main'), ...below('src/renderer'), ...below('src/preload')], (_source, imported) =>
        ['fastify', 'kysely', 'pg', 'node:sqlite'].includes(imported),
      ),
    ).toEqual([])
  })

  it('keep Node out of the renderer and the preload', () => {
    expect(breaches([...below('src/renderer'), ...below('src/preload')], (_source, imported) => imported.startsWith('node:'))).toEqual([])
  })
})

describe('boundaries between server features', () => {
  it('let a feature use other features’ services and types, never queries or handlers', () => {
    const files = below('src/server/features')
    expect(
      breaches(
        files,
        ({ path }, imported) =>
          featureOf(imported) !== '' &&
          layerOf(imported) === 'server' &&
          featureOf(imported) !== featureOf(path) &&
          /\/(store|handlers|\w+(Queries|Writes))\.ts$/.test(imported),
      ),
    ).toEqual([])
  })

  it('let features use each other’s services in one direction only', () => {
    // The server's health call reads all of them.
    const files = below('src/server/features').filter(({ path }) => featureOf(path) !== 'system')
    expect(files.length).toBeGreaterThan(80)
    const used = usedBy(files, (imported) => layerOf(imported) === 'server' && imported.endsWith('/service.ts'))
    expect(used.size).toBeGreaterThan(20)
    expect(circles(used)).toEqual([])
  })
})

describe('boundaries in the renderer', () => {
  it('keep the contracts’ library out of the login’s bundle', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    /** Each file with the import chain that leads to it. */
    const ways = new Map([['src/renderer/main.tsx', '']])
    for (const [path, way] of ways) {
      const source = byPath.get(path)
      for (const imported of source ? loadedAtOnce(source) : []) if (!ways.has(imported)) ways.set(imported, `${way} → ${path}`)
    }
    expect(ways.size).toBeGreaterThan(100)
    expect(ways.get('zod')).toBeUndefined()
  })

  const renderer = 'src/renderer'
  const features = below(`${renderer}/features`)
  const isIn = (path: string, ...folders: readonly string[]): boolean => folders.some((folder) => path.startsWith(`${renderer}/${folder}/`))
  const isForeign = (path: string, imported: string): boolean => isIn(imported, 'features') && featureOf(imported) !== featureOf(path)
  /** Inner files of another feature. */
  const isOutOfReach = ({ path }: Pick<SourceFile, 'path'>, imported: string): boolean => isForeign(path, imported) && !imported.includes('/parts/')

  it('allow one component only to use the library’s date pickers, which silently misread typed text', () => {
    const pickers = /\b(?:DatePicker|TimePicker|RangePicker)\b/
    expect(touching(below(renderer), pickers).filter((found) => !found.startsWith(`${renderer}/ui/date/DateField.tsx`))).toEqual([])
    expect(touching(below(`${renderer}/ui/date`), pickers).length).toBeGreaterThan(0)
  })

  it('consist of the known folders', () => {
    expect([...new Set(below(renderer).map(({ path }) => path.split('/')[2] ?? ''))].toSorted()).toEqual([
      'app',
      'app-context',
      'bridge',
      'features',
      'main.tsx',
      'ui',
    ])
    expect(below(`${renderer}/ui`).length).toBeGreaterThan(35)
    expect(features.filter(({ path }) => path.includes('/parts/')).length).toBeGreaterThan(60)
  })

  it('let a feature use another only through its parts, and in one direction', () => {
    expect(breaches(features, isOutOfReach)).toEqual([])
    const ballot = { path: `${renderer}/features/ballot/BallotScreen.tsx` }
    expect(isOutOfReach(ballot, `${renderer}/features/activity/parts/activityPaths.ts`)).toBe(false)
    expect(isOutOfReach(ballot, `${renderer}/features/activity/rowActions.ts`)).toBe(true)
    const used = usedBy(features, (imported) => isIn(imported, 'features'))
    expect(used.size).toBeGreaterThan(20)
    expect(circles(used)).toEqual([])
  })

  it('keep features independent of the app that composes them', () => {
    expect(breaches(features, (_source, imported) => isIn(imported, 'app'))).toEqual([])
  })

  it('keep ui independent of features, app and endpoints', () => {
    const calls = /^src\/renderer\/bridge\/use(?:Endpoint|Endpoints|Send)\.ts$/
    expect(
      breaches(
        below(`${renderer}/ui`),
        (_source, imported) => isIn(imported, 'features', 'app', 'app-context') || imported.startsWith('src/shared/features/') || calls.test(imported),
      ),
    ).toEqual([])
  })

  it('keep the app’s shared modules independent of features, and bridge of everything above it', () => {
    expect(breaches(below(`${renderer}/app-context`), (_source, imported) => isIn(imported, 'features', 'app'))).toEqual([])
    expect(breaches(below(`${renderer}/bridge`), (_source, imported) => isIn(imported, 'features', 'app', 'ui', 'app-context'))).toEqual([])
  })
})

describe('APIs that only listed files may use', () => {
  it.each([
    ['ipcMain', below('src/main'), /\bipcMain\b/, /^src\/main\/(bridge\/router|desktop|electron|index)\.ts$/],
    [
      'the calls that vote',
      below('src/renderer'),
      /useSend\('voting\.(?:mark|cast|tally|void|unmark)'/,
      /^src\/renderer\/features\/voting\/parts\/castSender\.ts$/,
    ],
    ['axios', below('src/main'), /from 'axios'/, /^src\/main\/network\/transport\.ts$/],
    ['electron-store', below('src/main'), /(from |import\()'electron-store'/, /^src\/main\/settings\.ts$/],
    ['window.bridge', below('src/renderer'), /\bwindow\.bridge\b|globalThis\.bridge\b/, /^src\/renderer\/bridge\//],
    [
      'the library’s messages',
      below('src/renderer'),
      /\bmessage\.useMessage\b|\bApp\.useApp\b|\bnotification\.(success|error|info|warning|open|useNotification)\b/,
      /^src\/renderer\/bridge\/toasts\.tsx$/,
    ],
    ['the engine', below('src/server'), /from 'node:sqlite'|from 'pg'/, /^src\/server\/(database\/|features\/result\/)/],
    ['the environment', sources, /\bprocess\.env\b/, /^src\/(main\/configuration|server\/entry\/[\w-]+)\.ts$/],
  ])('only one place touches %s', (_name, files, word, allowed) => {
    expect(touching(files, word).filter((path) => !allowed.test(path))).toEqual([])
    expect(touching(files, word).length).toBeGreaterThan(0)
  })
})
