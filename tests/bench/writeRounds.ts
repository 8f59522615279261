import type { ServerProcess } from '../support/server-process.ts'
import { postFromClients } from './clients.ts'
import type { BenchDatabase } from './databases.ts'
import { rawCommits } from './rawCommits.ts'
import { median, percentile, type Figure } from './table.ts'

/** Counted rounds: each figure is their median. */
const ROUNDS = 5
const ROUND_MS = 2_000
const CLIENTS = 16

interface RoundsOptions {
  readonly server: ServerProcess
  readonly token: string
  /** The path of the write, and the next body. */
  readonly path: string
  readonly next: () => unknown
  readonly name: string
  /** Minimum writes per second. */
  readonly aim?: number
  /** Maximum 99th percentile of latency (ms). */
  readonly slowest?: number
}

/** Concurrent durable writes alternating with bare commits of the engine. */
export async function writeRounds(database: BenchDatabase, { server, token, path, next, name, aim, slowest }: RoundsOptions): Promise<Figure[]> {
  const rounds: { raw: number; perSecond: number; processorMs: number; p99: number }[] = []
  // The first round is warm-up: the engine compiles hot code.
  for (let round = 0; round <= ROUNDS; round++) {
    const raw = await rawCommits(database, ROUND_MS)
    const before = await server.processorTime()
    const { perSecond, latencies } = await postFromClients({ url: server.url, token, path, next, clients: CLIENTS, ms: ROUND_MS })
    const processorMs = ((await server.processorTime()) - before) / latencies.length
    if (round > 0) rounds.push({ raw, perSecond, processorMs, p99: percentile(latencies, 0.99) })
  }
  const of = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure))
  return [
    {
      name: `${database.engine}: ${name}, ${CLIENTS} clients / raw commits`,
      value: of(({ perSecond, raw }) => perSecond / raw),
      unit: '×',
    },
    {
      name: '  through the API, each with its entry in the journal',
      value: of(({ perSecond }) => perSecond),
      unit: '/s',
      ...(aim === undefined ? {} : { aim: { atLeast: aim } }),
    },
    { name: '  raw commits of one row, one after another', value: of(({ raw }) => raw), unit: '/s' },
    { name: '  p99 of an answer', value: of(({ p99 }) => p99), unit: 'ms', ...(slowest === undefined ? {} : { aim: { atMost: slowest } }) },
    { name: "  the server's processor time for one", value: of(({ processorMs }) => processorMs), unit: 'ms' },
  ]
}
