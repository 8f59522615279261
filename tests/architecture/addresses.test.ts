import { describe, expect, it } from 'vitest'
import { estatePaths, NEW_ACTIVITY, propertyPaths, systemPaths } from '../../src/renderer/app-context/paths.ts'
import { registeredPaths } from '../../src/renderer/app/routes.ts'
import { publicRoutes } from '../../src/renderer/features/account/feature.tsx'
import { activityPaths } from '../../src/renderer/features/activity/parts/activityPaths.ts'
import { sourcesBelow, type SourceFile } from '../support/imports.ts'

const known: ReadonlySet<string> = new Set([...registeredPaths, ...publicRoutes.map(({ path }) => path)])

/** Modules that build addresses with parameters; the login's redirect is the app's own. */
const makers = ['src/renderer/app-context/paths.ts', 'src/renderer/features/activity/parts/activityPaths.ts', 'src/renderer/app/redirect.ts']

interface Address {
  readonly source: string
  readonly path: string
  /** Whether parameters follow. */
  readonly hasQuery: boolean
}

/** Every address literal in sources, excluding comments. */
function addressesIn(files: readonly SourceFile[]): Address[] {
  return files.flatMap(({ path: source, text }) =>
    [...text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').matchAll(/(?<=['"`])(\/[A-Za-z]+(?:\/[A-Za-z]+)?)(\?|['"`])/g)].map(([, path = '', end]) => ({
      source,
      path,
      hasQuery: end === '?',
    })),
  )
}
const unknown = (addresses: readonly Address[]): string[] => addresses.filter(({ path }) => !known.has(path)).map(({ source, path }) => `${source}: ${path}`)
const handmade = (addresses: readonly Address[]): string[] =>
  addresses.filter(({ source, hasQuery }) => hasQuery && !makers.includes(source)).map(({ source, path }) => `${source}: ${path}`)

describe('route addresses in the renderer', () => {
  const found = addressesIn(sourcesBelow('src/renderer'))

  it('all lead to existing screens', () => {
    expect(found.length).toBeGreaterThan(60)
    expect(unknown(found)).toEqual([])
  })

  it('get their parameters in one place', () => {
    expect(handmade(found)).toEqual([])
  })

  it('all lead to existing screens when built, too', () => {
    const activity = { id: 'a', estateId: 'e', status: 1 } as const
    const made = [estatePaths, propertyPaths, systemPaths, activityPaths].flatMap((paths) =>
      Object.values<string | ((...args: never[]) => string)>(paths).map((path) => (typeof path === 'string' ? path : path(activity as never, 1 as never))),
    )
    expect(made.length).toBeGreaterThan(20)
    expect([...made, NEW_ACTIVITY].filter((address) => !known.has(address.split('?')[0] ?? ''))).toEqual([])
  })

  it('the check detects an address that leads nowhere or is built by hand', () => {
    const path = 'src/renderer/features/ballot/Planted.tsx'
    const planted = addressesIn([{ path, text: "navigate('/estate/inputs'); navigate(`/property/Index?estateid=${id}`)", imports: [] }])
    expect(unknown(planted)).toEqual([`${path}: /estate/inputs`])
    expect(handmade(planted)).toEqual([`${path}: /property/Index`])
  })
})
