import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planDoors, type PlanRequest } from '../../src/server/features/route/plan.ts'
import { fewestDoors, largestFirst, proofOf } from '../../src/server/features/route/shortage.ts'
import { missingToQuorum, NO_SHARE } from '../../src/shared/features/result/rules.ts'
import { good, makeActivity, takeSteps, topic } from '../support/activities.ts'
import { openNow } from '../support/http-activities.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from '../support/server-process.ts'
import { propertyWorkbook } from '../support/workbooks/make.ts'
import { median, percentile, timed, type Figure } from './table.ts'

const BALLOTS = 3_000
const ROUNDS = 9
/** Margins in percent; each requests a new plan over HTTP. */
const MARGINS = ['20', '15', '25', '35', '40']

/** 3,000 ballots without a vote. `unitOf`: the unit of each. */
function request(unitOf: (index: number) => number, areaOf: (index: number) => number): PlanRequest {
  const areas = Array.from({ length: BALLOTS }, (_, index) => areaOf(index))
  const whole = { count: BALLOTS, areaHundredths: areas.reduce((sum, area) => sum + area, 0) }
  const units = areas.map((_, index) => unitOf(index)).toSorted((a, b) => a - b)
  return { open: { areas, units }, short: missingToQuorum(NO_SHARE, whole), by: 'units', margin: 20 }
}

/** Between 50 and 150 m², the same in every run. */
const someArea = (index: number): number => 5_000 + ((index * 7_919) % 10_007)

/** Estates of different kinds; the last ones are hardest for the plan: nearly as many units as ballots. */
const estates: Readonly<Record<string, PlanRequest>> = {
  '300 units of 10': request((index) => index % 300, someArea),
  '50 units of 60': request((index) => index % 50, someArea),
  'units of many sizes': request((index) => Math.floor(((index * 37) % 1_000) ** 2 / 4_000), someArea),
  '1,500 units of two': request((index) => index >> 1, someArea),
  'alike flats, 300 units of 10': request(
    (index) => index % 300,
    () => 9_000,
  ),
}

/** The number of missing votes, and plans of 3,000 open ballots: `insight.md` section 2. */
export async function benchRoute(): Promise<Figure[]> {
  const [some] = Object.values(estates)
  if (!some) throw new Error('no estates')
  const number = median(
    await many(() => {
      const sorted = largestFirst(some.open.areas)
      return [fewestDoors(some.short, sorted), proofOf(some.short, sorted)]
    }),
  )
  const plans: Figure[] = []
  for (const [name, asked] of Object.entries(estates)) {
    const value = median(await many(() => planDoors(asked)))
    plans.push({ name: `a plan of ${BALLOTS} open ballots, ${name}`, value, unit: 'ms', aim: { atMost: 1_000 } })
  }
  return [
    { name: `the fewest doors of ${BALLOTS} open ballots, with the proof`, value: number, unit: 'ms', aim: { atMost: 5 } },
    ...plans,
    ...(await overHttp()),
  ]
}

async function many(work: () => unknown): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push((await timed(work)).ms)
  return times
}

/** The calls over HTTP, on a separate server. */
async function overHttp(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vote-route-'))
  const server = await startProcess(['--data', folder])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateid: estateId } = good(await client.post('/vtestate/save', { name: '大区', addr: '路' }))
  good(await client.upload('/vtpropertyinfo/importpropertyinfo', 'uploadfile', '房产.xlsx', await propertyWorkbook(BALLOTS), { estateId }))
  const { activityId: voteactivityid } = await makeActivity(client, estateId, { ...openNow(), topics: [topic('是否同意更新电梯')] })
  await takeSteps(client, voteactivityid, 'start')
  const numbers = await many(async () => good(await client.get('/vote/routeshortage', { voteactivityid })))
  const [first, again]: [number[], number[]] = [[], []]
  for (const margin of MARGINS) {
    const plan = async () => good(await client.get('/vote/route', { voteactivityid, margin }))
    first.push((await timed(plan)).ms)
    again.push((await timed(plan)).ms)
  }
  const others = await besideAPlan(client, voteactivityid)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: '  the number over HTTP, median', value: median(numbers), unit: 'ms' },
    { name: '  a plan over HTTP, in its thread', value: median(first), unit: 'ms', aim: { atMost: 1_000 } },
    { name: '  the same while nothing has changed', value: median(again), unit: 'ms' },
    { name: '  other calls while plans are made, 95th percentile', value: percentile(others, 0.95), unit: 'ms', aim: { atMost: 200 } },
  ]
}

/** Latencies of small calls while plans for many margins are made. */
async function besideAPlan(client: HttpClient, voteactivityid: string): Promise<number[]> {
  let isDone = false
  const plans = Promise.all([0, 5, 10, 30, 50].map(async (margin) => good(await client.get('/vote/route', { voteactivityid, margin: String(margin) })))).then(
    () => (isDone = true),
  )
  const times: number[] = []
  while (!isDone) times.push((await timed(async () => good(await client.get('/votedef/get', { id: voteactivityid })))).ms)
  await plans
  return times
}
