import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'

/** Sentences whose wording the specification prescribes. */
const prescribed: readonly string[] = [
  '户，超过上限',
  '，结论即变为',
  '面积最大的',
  '含已收回未录入',
  '张选票的读数不一致',
  '张选票未复录',
  '清点张数与记录数不一致',
  '张已收回未录入',
  '本次抽查未能发现',
  '张无误',
  '一次最多确认',
  '确认本页',
]

/** The route, and the home page's line about it, count doors, not heads (`insight.md` section 2). */
const doors = /^src\/\w+\/features\/(?:route\/|dashboard\/todos\.ts)/

/** Code that parses what people type in any words, including other offices' lists. */
const typed = /^src\/(?:server|shared)\/(?:search\/|features\/checkup\/sheet\.ts$)/

/** Every source line that contains a word, excluding comments. */
function linesWith(word: RegExp): string[] {
  const written = sourcesBelow('src').filter(({ path }) => !typed.test(path))
  return written.flatMap(({ path, text }) =>
    text
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      .split('\n')
      .filter((line) => word.test(line) && !prescribed.some((sentence) => line.includes(sentence)))
      .map((line) => `${path}: ${line.trim()}`),
  )
}

describe('units of heads, ballots and properties on every screen and in the report', () => {
  it('the check found the screens', () => {
    expect(linesWith(/票权清册/).length).toBeGreaterThan(10)
    expect(linesWith(/ 人/).length).toBeGreaterThan(5)
  })

  it('heads are counted in 人, nothing in 户', () => {
    expect(linesWith(/(?<!账|用|客|开|过)户/).filter((line) => !doors.test(line))).toEqual([])
  })

  it('ballots are counted in 票, properties in 套', () => {
    expect(linesWith(/个(?:已标记的)?票权|票权 \S+ 个|[\d}] ?张/)).toEqual([])
    expect(linesWith(/[\d}] ?[间幢处]房/)).toEqual([])
  })
})
