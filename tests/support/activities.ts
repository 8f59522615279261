import { propertyStore } from '../../src/server/features/property/store.ts'
import { newId } from '../../src/server/kernel/ids.ts'
import { property } from './properties.ts'
import type { Client, Envelope, TestServer } from './server.ts'

/** The client methods that helpers need; one that speaks HTTP works as well. */
export type Caller = Pick<Client, 'get' | 'post'>

/** `1-101` is room 101 of building 1 (`一期-1栋-1单元-101`); the area in m²; the owner's phone is generated if omitted. */
export type PropertyRow = readonly [name: string, owner: string, area: number | string, more?: { readonly phone?: string; readonly idNumber?: string }]

export interface MadeEstate {
  readonly estateId: string
  /** Registry ids of properties by short name. */
  readonly propertyIds: ReadonlyMap<string, string>
}

/** `counting.md` section 4: five heads and 600.00 m² once {@link mergesOfEstateA} are made. */
export const propertiesOfEstateA: readonly PropertyRow[] = [
  ['1-101', '张三', 100],
  ['1-201', '张三', 100],
  ['1-102', '李四', 80],
  ['1-301', '王五', 120],
  ['2-101', '赵六/钱七', 90],
  ['2-102', '开发商', 60],
  ['2-201', '开发商', 50],
]
export const mergesOfEstateA = [
  ['1-101', '1-201'],
  ['2-102', '2-201'],
] as const

/** The answer's data; throws the server's message if refused. */
export function good(answer: Envelope): Envelope['data'] {
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`)
  return answer.data
}

/** The place of a property's short name, in wire format. */
export function placeOf(name: string) {
  const [building = '', room = ''] = name.split('-')
  return { period: '一期', zone: '', building: `${building}栋`, unit: '1单元', room }
}

/** One phone per owner; the same owners always get the same ones. */
export function phonesOf(owner: string): string {
  const phoneOf = (one: string) => `139${String(Array.from(one).reduce((sum, letter) => (sum * 131 + letter.charCodeAt(0)) % 100_000_000, 7)).padStart(8, '0')}`
  return owner.split('/').map(phoneOf).join('/')
}

/** Registers a property in an estate; returns its id. */
export async function makeProperty(client: Caller, estateId: string, [name, personname, areasize, more]: PropertyRow): Promise<string> {
  const owner = { personname, areasize, mobileno: more?.phone ?? phonesOf(personname), idno: more?.idNumber ?? '' }
  return good(await client.post('/vtpropertyinfo/save', property(estateId, placeOf(name), owner))).propertyid
}

export async function makeEstate(client: Caller, properties: readonly PropertyRow[], name = '示范小区'): Promise<MadeEstate> {
  const estateId: string = good(await client.post('/vtestate/save', { name, addr: '文三路1号' })).estateid
  const propertyIds = new Map<string, string>()
  for (const row of properties) propertyIds.set(row[0], await makeProperty(client, estateId, row))
  return { estateId, propertyIds }
}

/** A topic of type 1 with all three answers, and one of type 2 with an option for each of `options`. */
export const topic = (title: string, more: object = {}) => ({ title, topictype: 1, votetype: 15, ...more })
export const optionsTopic = (title: string, options: readonly string[], more: object = {}) => ({
  title,
  topictype: 2,
  votetype: 15,
  options: options.map((option) => ({ title: option })),
  ...more,
})

/** An activity in wire format, valid in all fields that a test does not set; the tests' clock is within its voting time. */
export const activityBody = (estateId: string, more: Record<string, unknown> = {}) => ({
  title: '业主大会表决',
  estateid: estateId,
  votetype: 1,
  rulebasis: '',
  startdate: '2026-04-30 12:00:00',
  enddate: '2026-06-30 12:00:00',
  summary: '',
  detail: '',
  scopeNodes: [] as string[],
  relapics: [],
  relafiles: [],
  topics: [topic('是否同意更新电梯')],
  ...more,
})

export interface MadeTopic {
  readonly votetopicid: string
  readonly topictype: 1 | 2
  readonly options: readonly { readonly voteoptionid: string }[]
}
export interface MadeActivity {
  readonly activityId: string
  readonly estateId: string
  readonly topics: readonly MadeTopic[]
}

/** Creates an activity of status 0 with its roster; `more` overrides fields of {@link activityBody}. */
export async function makeActivity(client: Caller, estateId: string, more: Record<string, unknown> = {}): Promise<MadeActivity> {
  const activityId: string = good(await client.post('/votedef/save', activityBody(estateId, more))).voteactivityid
  const { topics } = good(await client.get('/votedef/get', { id: activityId }))
  return { activityId, estateId, topics }
}

/** A stored property of an activity's roster. */
export interface RosterProperty {
  /** `1-101`. */
  readonly name: string
  readonly rosterPropertyId: string
  readonly propertyId: string
  readonly ballotId: string
  readonly ballotNumber: number
  readonly ballotAreaHundredths: number
  readonly areaHundredths: number
  readonly ownerName: string
  readonly phone: string
}

/** The roster by short name, in natural order, read from the database: no API call lists it. */
export async function rosterOf(server: TestServer, activityId: string): Promise<Map<string, RosterProperty>> {
  const rows = await server.database.read
    .selectFrom('roster_property as property')
    .innerJoin('ballot', 'ballot.id', 'property.ballot_id')
    .innerJoin('activity', 'activity.id', 'property.activity_id')
    .selectAll('property')
    .select(['ballot.public_id as ballot_public_id', 'ballot.number', 'ballot.area_hundredths as ballot_area'])
    .where('activity.public_id', '=', activityId)
    .orderBy('property.place_key')
    .execute()
  return new Map(
    rows.map((row) => {
      const name = `${row.building.replace('栋', '')}-${row.room}`
      return [
        name,
        {
          name,
          rosterPropertyId: row.public_id,
          propertyId: row.property_public_id,
          ballotId: row.ballot_public_id,
          ballotNumber: row.number,
          ballotAreaHundredths: row.ballot_area,
          areaHundredths: row.area_hundredths,
          ownerName: row.owner_name,
          phone: row.phone,
        },
      ]
    }),
  )
}

/** The property with that short name; throws if the roster lacks it. */
export function propertyNamed(roster: ReadonlyMap<string, RosterProperty>, name: string): RosterProperty {
  const found = roster.get(name)
  if (!found) throw new Error(`${name} is not in the roster`)
  return found
}

/** Moves the second property of each pair to the first one's ballot. */
export async function mergeProperties(server: TestServer, client: Caller, activityId: string, pairs: readonly (readonly [main: string, other: string])[]) {
  const roster = await rosterOf(server, activityId)
  for (const [main, other] of pairs) {
    const { ballotId } = propertyNamed(roster, main)
    const { propertyId } = propertyNamed(roster, other)
    good(await client.get('/votedef/mergeactivityproperty', { voteactivityid: activityId, mainrightballotid: ballotId, needmergepropertyid: propertyId }))
  }
}

/** Creates an activity of Estate A with its two merges; `more` overrides fields of {@link activityBody}. */
export async function makeActivityA(server: TestServer, client: Caller, more: Record<string, unknown> = {}) {
  const estate = await makeEstate(client, propertiesOfEstateA, '示范小区甲')
  const activity = await makeActivity(client, estate.estateId, more)
  await mergeProperties(server, client, activity.activityId, mergesOfEstateA)
  return { ...activity, propertyIds: estate.propertyIds, roster: await rosterOf(server, activity.activityId) }
}

const stepPaths = { start: '/votedef/startvote', startTally: '/votedef/callvote', finish: '/votedef/finishVote' } as const
export type StepName = keyof typeof stepPaths
export const askStep = (client: Caller, activityId: string, step: StepName) => client.get(stepPaths[step], { id: activityId })
/** Takes the steps in order. */
export async function takeSteps(client: Caller, activityId: string, ...steps: readonly StepName[]): Promise<void> {
  for (const step of steps) good(await askStep(client, activityId, step))
}

/** The wire's `records` for answers of one character per slot (0 open, 1 approve, 2 oppose, 3 abstain): topics in order, options within. */
export function recordsOf(topics: readonly MadeTopic[], answers: string) {
  const slots = topics.flatMap((each) =>
    each.topictype === 1
      ? [{ votetopicid: each.votetopicid }]
      : each.options.map((option) => ({ votetopicid: each.votetopicid, voteoptionid: option.voteoptionid })),
  )
  if (slots.length !== answers.length) throw new Error(`${answers.length} answers to ${slots.length} slots`)
  return slots.map((slot, index) => ({ ...slot, voteresult: Number(answers[index]) }))
}

/** Marks a property's ballot with a code. */
export const askMark = (client: Caller, activityId: string, { ballotId, propertyId }: Pick<RosterProperty, 'ballotId' | 'propertyId'>, markedcode: string) =>
  client.post('/vote/sign', { ballorighttid: ballotId, voteactivityid: activityId, markedcode, votepropertyid: propertyId }, { voteActivityId: activityId })

/** Votes at the desk with the ballots of the named properties. */
export const askVote = (
  client: Caller,
  { activityId, topics }: MadeActivity,
  properties: readonly Pick<RosterProperty, 'ballotId' | 'ownerName' | 'phone'>[],
  answers: string,
  more: object = {},
) =>
  client.post(
    '/vote/do',
    {
      records: recordsOf(topics, answers),
      voteactivityid: activityId,
      votername: properties[0]?.ownerName ?? '',
      votermobileno: properties[0]?.phone ?? '',
      voteridno: '',
      markedcodes: '',
      ballotIds: [...new Set(properties.map((each) => each.ballotId))],
      ...more,
    },
    { voteActivityId: activityId },
  )

/** Tallies the ballots that were marked with the codes. */
export const askTally = (client: Caller, { activityId, topics }: MadeActivity, markedcodes: readonly string[], answers: string, more: object = {}) =>
  client.post(
    '/vote/call',
    {
      records: recordsOf(topics, answers),
      voteactivityid: activityId,
      votername: '',
      votermobileno: '',
      voteridno: '',
      markedcodes: markedcodes.join(','),
      ...more,
    },
    { voteActivityId: activityId },
  )

/** Registers a proxy for a ballot. */
export const askEntrust = (client: Caller, voteactivityid: string, { ballotId }: Pick<RosterProperty, 'ballotId'>, more: object = {}) =>
  client.post('/proxy/save', {
    voteactivityid,
    ballotid: ballotId,
    agentname: '郑代理',
    agentphone: '13700000001',
    agentidno: '',
    votetopicids: [],
    validuntil: '',
    pics: [],
    ...more,
  })

/** Registers an objection. */
export const askObject = (client: Caller, { activityId }: Pick<MadeActivity, 'activityId'>, more: object = {}) =>
  client.post('/objection/save', { voteactivityid: activityId, kind: 2, name: '张三', phone: '13912340063', text: '我投的是反对', ...more })

/** Registers one delivery to the owner of a property. */
export const askDeliver = (client: Caller, { rosterPropertyId }: RosterProperty, notifytime = '2026-05-01 08:30:00') =>
  client.post('/vote/savenotify', { activitypropertyid: rosterPropertyId, votesource: 2, notifytime, notifier: '王五', remark: '', pics: [] })

/** Registers many properties directly in the database: 100 per unit, two units per building, each with its own owner. */
export async function registerMany(server: TestServer, estateId: string, count: number): Promise<void> {
  const properties = Array.from({ length: count }, (_, index) => ({
    period: '一期',
    zone: '',
    building: `${Math.floor(index / 200) + 1}栋`,
    unit: `${(Math.floor(index / 100) % 2) + 1}单元`,
    floor: '',
    room: `${Math.floor((index % 100) / 4) + 1}0${(index % 4) + 1}`,
    areaHundredths: 8_000 + (index % 97),
    ownerName: `业主${index}`,
    phone: `138${String(index).padStart(8, '0')}`,
    idNumber: '',
    category: 1 as const,
    areaSource: 0 as const,
    occupancy: 0 as const,
    remark: '',
  }))
  await server.database.write(
    async (tx) => {
      const estate = await tx.selectFrom('estate').select('id').where('public_id', '=', estateId).executeTakeFirstOrThrow()
      await propertyStore(tx).insertAll(estate.id, properties, newId, server.clock.now(), () => undefined)
    },
    { isLong: true },
  )
}
