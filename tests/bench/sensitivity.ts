import type { CheckedBallot } from '../../src/server/features/sensitivity/groups.ts'
import { sensitivityOf } from '../../src/server/features/sensitivity/items.ts'
import { median, timed, type Figure } from './table.ts'

const [BALLOTS, TOPICS, PAIRS] = [10_000, 20, 500] as const
const topics = Array.from({ length: TOPICS }, (_, index) => ({
  id: String(index),
  title: `议题${index + 1}`,
  topicType: 1 as const,
  voteModel: 15 as const,
  lawItem: null,
  seats: null,
  seatOrder: null,
  options: [],
}))

/** Ballots affected by every axis. */
const ballots = Array.from({ length: BALLOTS }, (_, index): CheckedBallot => ({
  ballotId: index,
  areaHundredths: 5_000 + ((index * 7_919) % 15_000),
  parkingHundredths: index % 10 === 0 ? 1_200 : 0,
  answers: index % 3 === 0 ? null : Array.from({ length: TOPICS }, (_, slot) => '01112'[(index * 7 + slot * 3) % 5]).join(''),
  isLate: index % 50 === 1,
  isAfterFirstEnd: index % 31 === 1,
  isVoided: index % 41 === 0,
  delivery: ([0, 1, 2, 3] as const)[index % 4] ?? 0,
}))
const owners = Array.from({ length: PAIRS }, (_, index) => [2 * index, 2 * index + 1])

/** A conclusion under every convention, with flip points: 10,000 ballots, 20 topics, all seven axes. */
export async function benchSensitivity(): Promise<Figure[]> {
  const taken = async (rule: 1 | 3 | 5): Promise<number> => (await timed(() => sensitivityOf({ rule, topics, ballots, owners, hasPolicy: true }))).ms
  const first = await taken(1)
  const warm: number[] = []
  for (let turn = 0; turn < 5; turn++) for (const rule of [1, 3, 5] as const) warm.push(await taken(rule))
  return [
    { name: '结论体检, 10,000 ballots × 20 topics × 288 conventions, the first, code and all', value: first, unit: 'ms' },
    { name: '… and again', value: median(warm), unit: 'ms', aim: { atMost: 100 } },
  ]
}
