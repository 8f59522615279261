import { markSets } from '../support/scans/pens.ts'
import { createSimulation, devices, type Tally } from '../support/scans/simulation.ts'
import type { Figure } from './table.ts'

/** Topics to read, in thousands: `READING_TOPICS=60` after changing a threshold or a shape rule. */
const TOPICS = Number(process.env['READING_TOPICS'] ?? 20) * 1_000
/** First seed; another one gives other pages, `READING_SEED=2000` the next 20,000. */
const SEED = Number(process.env['READING_SEED'] ?? 1_000)
/** Pages of one device and mark set between two counts. */
const AT_ONCE = 40

/** Simulated pages of all devices, with normal and misleading marks, until enough topics are read. */
export async function benchReading(): Promise<Figure[]> {
  const simulation = await createSimulation()
  const tallies = new Map<string, Tally[]>()
  let [topics, seed] = [0, SEED]
  while (topics < TOPICS)
    for (const [name, device] of Object.entries(devices))
      for (const [set, marks] of Object.entries(markSets)) {
        seed += 1
        const tally = await simulation.run({ device, marks, count: AT_ONCE, seed })
        topics += tally.rows
        tallies.set(`${name} ${set}`, [...(tallies.get(`${name} ${set}`) ?? []), tally])
        for (const wrong of [...tally.wrong, ...tally.unseen]) process.stderr.write(`${name}: ${wrong}\n`)
      }
  const all = [...tallies.values()].flat()
  const sum = (some: readonly Tally[], of: (tally: Tally) => number): number => some.reduce((total, tally) => total + of(tally), 0)
  const ofNames = (start: RegExp): Tally[] => [...tallies].flatMap(([name, some]) => (start.test(name) ? some : []))
  const share = (some: readonly Tally[], part: (tally: Tally) => number, whole: (tally: Tally) => number): number => (100 * sum(some, part)) / sum(some, whole)
  const ticks = (some: readonly Tally[]): number => share(some, ({ clearTicks }) => clearTicks, ({ ticks: made }) => made) // prettier-ignore
  const found = (some: readonly Tally[]): number =>
    share(
      some,
      (tally) => tally.found,
      ({ pages }) => pages,
    )
  return [
    { name: 'topics read', value: topics, unit: '×' },
    { name: 'read as something else, or where only a person can tell', value: sum(all, ({ wrong }) => wrong.length), unit: '×', aim: { atMost: 0 } },
    { name: 'ticks that are read, grey scans', value: ticks(ofNames(/^scan\d+ usual/)), unit: '%', aim: { atLeast: 80 } },
    { name: 'ticks that are read, photos of 1,440 and more', value: ticks(ofNames(/^phone(1440|1920) usual/)), unit: '%', aim: { atLeast: 60 } },
    { name: 'pages that are found', value: found(ofNames(/^(scan\d+|phone(1440|1920)) /)), unit: '%', aim: { atLeast: 98 } },
    { name: 'a page decoded and read', value: sum(all, ({ time }) => time) / sum(all, ({ pages }) => pages), unit: 'ms', aim: { atMost: 500 } },
  ]
}
