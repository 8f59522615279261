import { describe, expect, it } from 'vitest'
import type { FeatureRoute } from '../../src/renderer/app-context/feature.ts'
import { routes } from '../../src/renderer/app/routes.ts'
import { sourcesBelow, type SourceFile } from '../support/imports.ts'

const renderer = sourcesBelow('src/renderer')
const FEATURE = /^src\/renderer\/features\/[^/]+\/feature\.tsx$/
const SCREEN = /^src\/renderer\/features\/.+Screen\.tsx$/

const APP = 'src/renderer/app/'
const featureOf = (path: string): string => path.replace(/(\/features\/[^/]+\/).*$/, '$1feature.tsx')

/** Every `feature.tsx` that the app does not import, and every screen that its feature's `feature.tsx` does not. */
function notComposed(files: readonly SourceFile[]): string[] {
  const imports = (from: string, path: string) => files.some((file) => file.path.startsWith(from) && file.imports.includes(path))
  return files
    .filter(({ path }) => (FEATURE.test(path) && !imports(APP, path)) || (SCREEN.test(path) && !imports(featureOf(path), path)))
    .map(({ path }) => path)
}

describe('features of the renderer', () => {
  it('the check found all features and screens', () => {
    expect(renderer.filter(({ path }) => FEATURE.test(path)).length).toBeGreaterThan(11)
    expect(renderer.filter(({ path }) => SCREEN.test(path)).length).toBeGreaterThan(16)
  })

  it('every feature and each of its screens are composed', () => {
    expect(notComposed(renderer)).toEqual([])
  })

  it('the check detects a feature or screen that is not composed', () => {
    const planted = (path: string): SourceFile => ({ path, text: '', imports: [] })
    const feature = planted('src/renderer/features/planted/feature.tsx')
    const screen = planted('src/renderer/features/ballot/PlantedScreen.tsx')
    const inFolder = planted('src/renderer/features/ballot/desk/PlantedScreen.tsx')
    expect(notComposed([...renderer, feature, screen, inFolder])).toEqual([feature.path, screen.path, inFolder.path])
  })

  it('are composed from what they export', async () => {
    const exported = await Promise.all(
      renderer
        .filter(({ path }) => FEATURE.test(path))
        .map(async ({ path }) => ((await import(/* @vite-ignore */ `../../${path}`)) as { readonly routes?: readonly FeatureRoute[] }).routes ?? []),
    )
    expect(exported.flat().filter((route) => !routes.includes(route))).toEqual([])
    expect(routes).toHaveLength(exported.flat().length)
  })

  it('have one screen per path', () => {
    expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length)
  })
})
