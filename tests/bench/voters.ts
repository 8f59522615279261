import { propertyWorkbook } from '../support/workbooks/make.ts'
import { onBothDatabases, type BenchDatabase } from './databases.ts'
import { fillVotes, openVote, type Vote } from './filledVote.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const ROUNDS = 5
/** Searches per term and round. */
const REPEATS = 12
const TERMS = ['张', '13', '1栋 101', '王伟', '13800', '不存在的人', '0001'] as const
const LARGEST = 100_000

/** The voter search at 1,000, 10,000 and 100,000 ballots, nine of ten of which have voted. */
export const benchVoters = (): Promise<Figure[]> =>
  onBothDatabases(async (database) => {
    // On PostgreSQL only the largest: the search uses the server's memory there as well.
    const sizes = database.engine === 'SQLite' ? [1_000, 10_000, LARGEST] : [LARGEST]
    const figures: Figure[] = []
    for (const ballots of sizes) figures.push(...(await votersAmong(ballots, database)))
    return figures
  })

async function votersAmong(ballots: number, { engine, location, folder }: BenchDatabase): Promise<Figure[]> {
  const own = 'url' in location ? location : { folder: `${folder}/${ballots}` }
  const vote = await fillVotes(await openVote(await propertyWorkbook(ballots), own))
  const search = async (condition: string): Promise<number> => {
    const { ms, value } = await timed(() => vote.client.get('/vote/queryvotersbycondition', { voteactivityid: vote.activityId, condition }))
    if (value.code !== 200) throw new Error(value.message)
    return ms
  }
  try {
    // A search's data are loaded and indexed on the first request.
    const first: number[] = []
    for (const term of TERMS) first.push(await search(term))
    const rounds: { p50: number; p95: number; work: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const figures = await oneRound(vote, search)
      if (round > 0) rounds.push(figures)
    }
    const of = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure))
    const aim = ballots === LARGEST ? { aim: { atMost: 20 } } : {}
    return [
      { name: `${engine}: search for a voter among ${ballots.toLocaleString('en')}, p95`, value: of(({ p95 }) => p95), unit: 'ms', ...aim },
      { name: '  p50', value: of(({ p50 }) => p50), unit: 'ms' },
      { name: "  the server's own work, mean", value: of(({ work }) => work), unit: 'ms' },
      { name: '  the first one after a start', value: first[0] ?? Number.NaN, unit: 'ms' },
      { name: '  the first one of another kind, longest', value: Math.max(...first.slice(1)), unit: 'ms' },
    ]
  } finally {
    await vote.server.stop()
  }
}

async function oneRound({ server }: Vote, search: (term: string) => Promise<number>): Promise<{ p50: number; p95: number; work: number }> {
  const before = await server.mainThreadMs()
  const taken: number[] = []
  for (let turn = 0; turn < REPEATS; turn++) for (const term of TERMS) taken.push(await search(term))
  return { p50: median(taken), p95: percentile(taken, 0.95), work: ((await server.mainThreadMs()) - before) / taken.length }
}
