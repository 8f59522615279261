import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

/** Files that define messages shared by several layers or features. */
const homes = /^src\/shared\/(?:.+\/(?:refusals|rules|requestRefusals)|owner\/masking|text\/fileMessages|contract\/values)\.ts$/
/** The bundle's page imports nothing of the program; a migration keeps the messages of its time. */
const apart = /^src\/(?:recount|server\/database\/migrations)\//
/** Fewer Chinese characters are a word, which may appear anywhere. */
const MIN_LENGTH = 8

interface Text {
  readonly path: string
  readonly text: string
}

const sources: readonly Text[] = sourcesBelow('src')
  .filter(({ path }) => !apart.test(path))
  .map(({ path, text }) => ({ path, text: text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '') }))

/** Complete messages in a source, excluding interpolated ones. */
const sentencesIn = (text: string): string[] =>
  [...text.matchAll(/(['"`])((?:(?!\1)[^\n\\$])+)\1/g)]
    .map(([, , sentence = '']) => sentence)
    .filter((sentence) => (sentence.match(/[\u4e00-\u9fff]/g)?.length ?? 0) >= MIN_LENGTH)

/** `message: other file that contains it`. */
function repeated(files: readonly Text[]): string[] {
  return files
    .filter(({ path }) => homes.test(path))
    .flatMap(({ path: home, text }) =>
      sentencesIn(text).flatMap((sentence) =>
        files
          .filter(
            (file) => file.path !== home && new RegExp(`(?<![\u4e00-\u9fff])${sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}['"\`<]`).test(file.text),
          )
          .map(({ path }) => `${sentence}: ${path}`),
      ),
    )
}

describe('shared user-facing messages', () => {
  it('the check found the messages', () => {
    expect(sources.filter(({ path }) => homes.test(path)).flatMap(({ text }) => sentencesIn(text)).length).toBeGreaterThan(150)
  })

  it('are each defined once', () => {
    expect(repeated(sources)).toEqual([])
  })

  it('the check detects a message in a screen, also as part of a longer one', () => {
    const planted = { path: 'src/renderer/features/ballot/Planted.tsx', text: 'title={`${name}：文件是空的，请重新选择`}' }
    expect(repeated([...sources, planted])).toEqual([`文件是空的，请重新选择: ${planted.path}`])
  })
})
