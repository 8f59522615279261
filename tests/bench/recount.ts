import { randomBytes } from 'node:crypto'
import { readBundle } from '../../src/recount/judge/bundle.ts'
import { judgeEmbedded } from '../../src/recount/judge/lamps.ts'
import { recount, resultFaults } from '../../src/recount/judge/recount.ts'
import { openZip } from '../../src/recount/judge/zip.ts'
import type { BundleBallot } from '../support/bundleActivities.ts'
import { zipped } from '../support/bundleBytes.ts'
import { makeBundle } from '../support/bundles.ts'
import { isBesideThePage } from '../support/recountPage.ts'
import { median, timed, type Figure } from './table.ts'

const BALLOTS = 3_000
const ROUNDS = 7
const PICTURES = 100
const PICTURE_BYTES = 1 << 20
const MB = 1024 * 1024

/** The recount page's work on 3,000 ballots with six topics and options: the count, all four lamps, and the pictures of a zip. */
export async function benchRecount(): Promise<Figure[]> {
  const stories = ['voted', 'voted', 'voted', 'voidedThenVoted', 'marked', 'nothing', 'voided'] as const
  const ballots = Array.from({ length: BALLOTS }, (_, index): BundleBallot => ({
    properties: [{ areaHundredths: 8_000 + (index % 700), isDelivered: index % 3 === 0 }],
    story: stories[index % stories.length] ?? 'voted',
    answer: 0,
    answers: String(index * 7919)
      .padStart(6, '1')
      .slice(-6)
      .replace(/[4-9]/g, '1'),
    isEnded: false,
    owner: '张三',
  }))
  const { files } = await makeBundle({ ballots, topics: [0, 0, 0, 3], rule: 3, hasTwoKeys: false, hasTally: true }, { edition: 'court' })
  const texts = Object.fromEntries([...files].filter(([path]) => !isBesideThePage(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]))
  // The journal belongs to another lamp.
  const counted = { ...texts, 'data/journal.jsonl': '' }
  const [counts, lamps]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const counting = await timed(() => {
      const bundle = readBundle(counted)
      const { recount: own, faults } = recount(bundle)
      return [...faults, ...(own ? resultFaults(own, bundle) : ['not counted'])]
    })
    if (counting.value.length > 0) throw new Error(counting.value[0])
    counts.push(counting.ms)
    lamps.push((await timed(() => judgeEmbedded(readBundle(texts), async () => undefined))).ms)
  }
  const pictures = new Map(Array.from({ length: PICTURES }, (_, index) => [`images/${index}.jpg`, randomBytes(PICTURE_BYTES)]))
  const blob = new Blob([new Uint8Array(await zipped(pictures))])
  const hashed: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const judged = await timed(async () => {
      for (const entry of await openZip(blob)) await entry.sha256()
    })
    hashed.push(judged.ms)
  }
  return [
    { name: `the page's recount of ${BALLOTS} ballots, six topics and options, from their lines`, value: median(counts), unit: 'ms', aim: { atMost: 200 } },
    { name: 'all four lamps of the same page', value: median(lamps), unit: 'ms' },
    { name: 'pictures of a zip judged in a second', value: ((PICTURES * PICTURE_BYTES) / MB / median(hashed)) * 1_000, unit: 'MB' },
  ]
}
