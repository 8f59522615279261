import { describe, expect, it } from 'vitest'
import { sourcesBelow } from '../support/imports.ts'
import { sentenceComparisons } from '../support/sentenceComparisons.ts'

const files = sourcesBelow('src')
/** `path: match`, excluding comments. */
const found = (word: RegExp, sources: typeof files = files): string[] =>
  sources.flatMap(({ path, text }) => [...text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(word)].map(([match]) => `${path}: ${match}`))

/** Files that may match Chinese words, with the reason: data written by people or other programs, never our own messages. */
const wordsOfData: Readonly<Record<string, string>> = {
  'src/server/features/checkup/rules/': 'names and places as people wrote them',
  'src/server/search/': 'what somebody searches for',
  'src/shared/search/': 'what somebody searches for',
  'src/server/workbooks/header.ts': 'the header of a workbook that somebody filled in',
  'src/server/workbooks/parts.ts': 'the names of its sheets',
  'src/server/workbooks/cellText.ts': 'formats of its cells',
  'src/server/features/dictionary/divisionSearch.ts': 'the names of divisions',
  'src/server/features/reading/recognition/drawing.ts': 'what a layout prints, which was frozen with its papers',
  'src/shared/features/activity/law.ts': 'the titles of topics, for a proposal',
  'src/shared/features/activity/elections.ts': 'the titles of topics, for a proposal',
  'src/shared/time/typedTime.ts': 'times as people type them',
  'src/shared/features/voting/rules.ts': 'floors as people wrote them',
  'src/recount/judge/archive.ts': 'the name of a file in a bundle',
  'src/recount/judge/report.ts': 'a printed report',
  'src/renderer/app/tabs/model.ts': 'the titles of activities, for where they are cut',
  'src/renderer/features/document/DocumentScreen.tsx': 'a document, for the places that a person has to write',
  'src/renderer/features/voting/SearchBar.tsx': 'where a hint is put into a sentence; nothing is decided',
}

describe('refusals', () => {
  it('each use a reason of the table', () => {
    expect(found(/new Refusal\('[\w.]+'/g).length).toBeGreaterThan(80)
    expect(found(/new Refusal\((?:\d|Code\b|[`"])/g)).toEqual([])
  })

  it('are never distinguished by their Chinese message, only data are', () => {
    const comparisons = sentenceComparisons(files)
    const isAbout = (place: string) => (comparison: string) => comparison.startsWith(place)
    const places = Object.keys(wordsOfData)
    expect(comparisons.filter((comparison) => !places.some((place) => isAbout(place)(comparison)))).toEqual([])
    expect(places.filter((place) => !comparisons.some(isAbout(place)))).toEqual([])
  })

  it.each([
    "if (failure.message === '已投票') retry()",
    "if (title.startsWith('参与表决')) sum()",
    'anything?.at(0)?.endsWith(`${name}已投票`)',
    'if (/已投票|已标记/.test(text)) retry()',
    "switch (text) { case '已投票': retry() }",
    "const VOTED = '已投票'\nif (text !== VOTED) retry()",
    'const VOTED = `${name}已投票` as const\nif (VOTED === text) retry()',
    "const words = { voted: { short: '已投票' } } as const\nif (text === words.voted.short) retry()",
    "const words = Object.freeze({ voted: '已投票' })\nconst is = (key: 'voted') => text.includes(words[key])",
    "const finals = ['已投票', '已作废']\nif (finals.includes(text)) retry()",
    "const finals = new Set(['已投票', '已作废'])\nif (finals.has(text)) retry()",
    "switch (text) { case words.ended: retry() }\nexport const words = { ended: '已结束' }",
    "if (text === sentenceFor('ballot.frozen')) retry()",
    "const FROZEN = sentenceFor('ballot.frozen')\nif (text === FROZEN) retry()",
  ])('are reported if a message decides: %s', (text) => {
    expect(sentenceComparisons([{ path: 'src/main/planted.ts', text }])).toHaveLength(1)
  })

  it('the check detects messages imported from another file under any name', () => {
    const table = { path: 'src/shared/planted.ts', text: "export const words = { ended: '已结束' }\nexport const ENDED = '已结束'" }
    const asks = (text: string) => sentenceComparisons([table, { path: 'src/main/planted.ts', text }])
    expect(asks("import { ENDED } from '#shared/planted.ts'\nif (text === ENDED) retry()")).toEqual(['src/main/planted.ts: text === ENDED'])
    expect(asks("import { words as said } from '#shared/planted.ts'\nif (text === said.ended) retry()")).toEqual(['src/main/planted.ts: text === said.ended'])
  })

  it('the check ignores messages that are only shown, and decisions by reason', () => {
    const text = "const words = { ended: '已结束' }\nif (reason === 'ballot.frozen') say(words.ended)\nsay(lines.includes(line) ? '已有' : '没有')"
    expect(sentenceComparisons([{ path: 'src/main/planted.ts', text }])).toEqual([])
  })

  it('screens decide by reason, not by code', () => {
    expect(found(/\bfailure\??\.code\b/g)).toEqual(['src/renderer/bridge/failure.ts: failure.code'])
  })

  it('main decides by reason, not by code, outside of reading an answer', () => {
    const byCode = /[\w.?]*\bcode\b\s*[=!]==\s*Code\.\w+|\bCode\.\w+\s*[=!]==|\bcase Code\.\w+/g
    const outside = (sources: typeof files) => sources.filter(({ path }) => !/^src\/(?:server|shared)\//.test(path))
    // The transport layer: an envelope is an answer or a refusal, and an unhealthy server reports that itself.
    expect(found(byCode, outside(files))).toEqual([
      'src/main/network/transport.ts: code === Code.failed',
      'src/main/session/calls.ts: code !== Code.done',
      'src/main/session/calls.ts: envelope.code !== Code.done',
    ])
    for (const text of ['if (refusal.code === Code.conflict) retry()', 'switch (code) { case Code.conflict: retry() }'])
      expect(found(byCode, outside([{ path: 'src/main/planted.ts', text, imports: [] }]))).toHaveLength(1)
  })
})
