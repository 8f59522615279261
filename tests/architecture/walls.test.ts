import { describe, expect, it } from 'vitest'
import { isOwn, sourcesBelow, type SourceFile } from '../support/imports.ts'

const sources = sourcesBelow('src')
const below = (folder: string): SourceFile[] => sources.filter((source) => source.path.startsWith(`${folder}/`))
const storeyOf = (path: string): string => path.split('/')[1] ?? ''
const featureOf = (path: string): string => /^src\/\w+\/features\/([^/]+)\//.exec(path)?.[1] ?? ''

/** `file → import` for every import that breaks the rule. */
const breaches = (files: readonly SourceFile[], isWrong: (source: SourceFile, imported: string) => boolean): string[] =>
  files.flatMap((source) => source.imports.filter((imported) => isWrong(source, imported)).map((imported) => `${source.path} → ${imported}`))

/** Files whose text holds a word, comments left out. */
const touching = (files: readonly SourceFile[], word: RegExp): string[] =>
  files.filter(({ text }) => word.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ''))).map(({ path }) => path)

describe('the walls between storeys', () => {
  it('looked at the whole house', () => {
    const counts = Object.fromEntries(['shared', 'server', 'main', 'preload', 'renderer'].map((storey) => [storey, below(`src/${storey}`).length]))
    expect(counts['shared']).toBeGreaterThan(25)
    expect(counts['server']).toBeGreaterThan(60)
    expect(counts['main']).toBeGreaterThan(15)
    expect(counts['preload']).toBe(1)
    expect(counts['renderer']).toBeGreaterThan(40)
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(600)
  })

  it('lets every storey import the ground floor and itself only', () => {
    expect(breaches(sources, ({ path }, imported) => isOwn(imported) && storeyOf(imported) !== 'shared' && storeyOf(imported) !== storeyOf(path))).toEqual([])
  })

  it('keeps the ground floor free of Node, the DOM and every package but zod', () => {
    expect(breaches(below('src/shared'), (_source, imported) => !isOwn(imported) && imported !== 'zod')).toEqual([])
    expect(touching(below('src/shared'), /\b(process|window|document|Buffer|localStorage)\s*[.[(]/)).toEqual([])
  })

  it('keeps Electron out of the server, and the server’s libraries out of the rest', () => {
    expect(breaches(below('src/server'), (_source, imported) => imported === 'electron')).toEqual([])
    expect(
      breaches([...below('src/main'), ...below('src/renderer'), ...below('src/preload')], (_source, imported) =>
        ['fastify', 'kysely', 'pg', 'node:sqlite'].includes(imported),
      ),
    ).toEqual([])
  })

  it('keeps Node out of the renderer and the preload', () => {
    expect(breaches([...below('src/renderer'), ...below('src/preload')], (_source, imported) => imported.startsWith('node:'))).toEqual([])
  })
})

describe('the walls between rooms', () => {
  /** The rooms in their order: a room may use the services of those before it. */
  const order = [
    'system',
    'dictionary',
    'audit',
    'file',
    'job',
    'account',
    'estate',
    'property',
    'activity',
    'ballot',
    'property-change',
    'voting',
    'notification',
    'result',
  ]
  const isLater = (room: string, than: string): boolean => order.indexOf(room) > order.indexOf(than)

  it('knows every room', () => {
    expect([...new Set(below('src/server').map(({ path }) => featureOf(path)))].filter((room) => room !== '' && !order.includes(room))).toEqual([])
  })

  it('lets a room of the server use other rooms’ services and types, never their stores or handlers', () => {
    const files = below('src/server/features')
    expect(
      breaches(
        files,
        ({ path }, imported) =>
          featureOf(imported) !== '' && storeyOf(imported) === 'server' && featureOf(imported) !== featureOf(path) && /\/(store|handlers)\.ts$/.test(imported),
      ),
    ).toEqual([])
  })

  it('lets a service use the rooms before it only', () => {
    const files = below('src/server/features').filter(({ path }) => path.endsWith('/service.ts') && featureOf(path) !== 'system')
    expect(files.length).toBeGreaterThan(8)
    expect(
      breaches(
        files,
        ({ path }, imported) =>
          storeyOf(imported) === 'server' && imported.endsWith('/service.ts') && featureOf(imported) !== '' && isLater(featureOf(imported), featureOf(path)),
      ),
    ).toEqual([])
  })

  it('keeps the features of the renderer apart', () => {
    expect(
      breaches(
        below('src/renderer/features'),
        ({ path }, imported) => storeyOf(imported) === 'renderer' && featureOf(imported) !== '' && featureOf(imported) !== featureOf(path),
      ),
    ).toEqual([])
    expect(
      breaches([...below('src/renderer/widgets'), ...below('src/renderer/bridge')], (_source, imported) => /^src\/renderer\/(features|app)\//.test(imported)),
    ).toEqual([])
    expect(breaches(below('src/renderer/bridge'), (_source, imported) => imported.startsWith('src/renderer/widgets/'))).toEqual([])
  })
})

describe('single touchers', () => {
  it.each([
    ['ipcMain', below('src/main'), /\bipcMain\b/, /^src\/main\/(bridge\/router|desktop|index)\.ts$/],
    ['axios', below('src/main'), /from 'axios'/, /^src\/main\/session\//],
    ['electron-store', below('src/main'), /(from |import\()'electron-store'/, /^src\/main\/settings\.ts$/],
    ['window.bridge', below('src/renderer'), /\bwindow\.bridge\b|globalThis\.bridge\b/, /^src\/renderer\/bridge\//],
    [
      'the library’s messages',
      below('src/renderer'),
      /\bmessage\.useMessage\b|\bApp\.useApp\b|\bnotification\.(success|error|info|warning|open|useNotification)\b/,
      /^src\/renderer\/bridge\/toasts\.tsx$/,
    ],
    ['the engine', below('src/server'), /from 'node:sqlite'|from 'pg'/, /^src\/server\/(database\/|sheets\/report|features\/result\/)/],
    ['the environment', sources, /\bprocess\.env\b/, /^src\/(main\/configuration|server\/entry\/[\w-]+)\.ts$/],
  ])('only one place touches %s', (_name, files, word, allowed) => {
    expect(touching(files, word).filter((path) => !allowed.test(path))).toEqual([])
    expect(touching(files, word).length).toBeGreaterThan(0)
  })
})
