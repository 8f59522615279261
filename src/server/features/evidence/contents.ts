import type { Extension } from '#shared/features/activity/contract.ts'
import type { BundleEdition } from '#shared/features/evidence/editions.ts'
import { stateKinds, type StateRow } from '../journal/replay/state.ts'
import { stateStore } from '../journal/replay/stateStore.ts'
import { canonical } from '../journal/canonical.ts'
import type { Signed } from '../journal/bundled.ts'
import type { JournalService } from '../journal/service.ts'
import type { Db } from '../../database/schema.ts'
import type { ElectionResult, SlotResult } from '../result/results.ts'
import type { BundledSample } from '../sample/finding.ts'
import {
  contactLines,
  deliveryLines,
  publicationLines,
  objectionLines,
  readingLines,
  recordLines,
  rosterLines,
  sampleLines,
  voidLines,
  type LineContext,
  type Rows,
  present,
  text,
  time,
} from './lines.ts'
import type { Role } from './manifest.ts'
import type { Text } from './page.ts'
import { evidenceStore, type ChangeRow } from './store.ts'
import { yieldToEventLoop } from '../../kernel/yieldToEventLoop.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { PropertyState } from '#shared/features/property-change/contract.ts'
import { differingFields, type ChangeField } from '#shared/features/property-change/rules.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'

/** Lines per turn of the event loop. */
const STEP = 1_000

/** A text with its role. */
export interface RoleText extends Text {
  readonly role: Role
}

/** Everything of an activity for its bundle, from one snapshot. */
export async function rowsOf(db: Db, activityKey: number): Promise<Rows> {
  const rows = Object.fromEntries(stateKinds.map((kind) => [kind, [] as StateRow[]])) as Record<keyof Rows, StateRow[]> // a list a kind
  for (const kind of stateKinds) for await (const some of stateStore(db).all(kind, activityKey)) rows[kind].push(...some)
  return rows
}

/** Extensions without the user, who is in the journal. */
const extensionLines = (activity: StateRow): readonly Readonly<Record<string, unknown>>[] =>
  (JSON.parse(text(activity, 'extensions') || '[]') as Extension[]) // the program wrote it
    .map(({ from, to, reason, at }) => ({ from: formatTime(from ?? 0), to: formatTime(to ?? 0), reason, at: formatTime(at ?? 0) }))

const bySortNo = (one: StateRow, other: StateRow): number => Number(one['sortNo']) - Number(other['sortNo'])

/** The version of the 议事规则 that applies to the activity, from columns written by the program. */
const estateRulesOf = (row: StateRow): Readonly<Record<string, unknown>> => ({
  rulesid: row.id,
  version: row['rulesVersion'],
  title: row['title'],
  effectivefrom: row['effectiveFrom'],
  votetype: row['countingRule'],
  rulebasis: row['ruleBasis'],
  deliverypolicy: JSON.parse(text(row, 'deliveryPolicy') || '[]') as unknown,
  proxylimit: row['proxyLimit'],
  seatorder: row['seatOrder'],
  noticedays: row['noticeDays'],
  clauses: JSON.parse(text(row, 'clauses')) as unknown,
})

/** The rules of the vote: `rules.json`. */
function rulesOf({
  activity: [activity],
  rules: [estateRules],
  topic,
  option,
}: Pick<Rows, 'activity' | 'rules' | 'topic' | 'option'>): Readonly<Record<string, unknown>> {
  if (!activity) throw new Error('the activity is gone')
  const optionsOf = Map.groupBy(option.toSorted(bySortNo), (row) => text(row, 'topicId'))
  return {
    voteactivityid: activity.id,
    title: activity['title'],
    votetype: activity['countingRule'],
    rulebasis: activity['ruleBasis'],
    startdate: time(activity, 'startsAt'),
    enddate: time(activity, 'endsAt'),
    extensions: extensionLines(activity),
    ...present({ secondentry: activity['secondEntry'] }),
    ...(estateRules ? { estaterules: estateRulesOf(estateRules) } : {}),
    topics: topic.toSorted(bySortNo).map((row) => ({
      votetopicid: row.id,
      title: row['title'],
      sortno: row['sortNo'],
      topictype: row['topicType'],
      votetype: row['voteModel'],
      ...present({ lawitem: row['lawItem'], seats: row['seats'], seatorder: row['seatOrder'] }),
      options: (optionsOf.get(row.id) ?? []).map((each) => ({ voteoptionid: each.id, title: each['title'], sortno: each['sortNo'] })),
    })),
  }
}

/** Canonical lines in pieces. */
async function linesOf(lines: Iterable<unknown>): Promise<string[]> {
  const pieces: string[] = []
  let [piece, count] = ['', 0]
  for (const line of lines) {
    piece += `${canonical(line)}\n`
    if (++count % STEP !== 0) continue
    pieces.push(piece)
    piece = ''
    await yieldToEventLoop()
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** The input of a bundle's texts, all as of the bundle's moment. */
export interface Wish {
  readonly activity: { readonly id: number; readonly public_id: string }
  readonly edition: BundleEdition
  readonly main: Signed
  readonly checkpoints: readonly Signed[]
  readonly rows: Rows
  readonly slots: readonly SlotResult[]
  readonly elections: readonly ElectionResult[]
  /** The slots with the corrections of objections; null if nothing is corrected. */
  readonly corrected: readonly SlotResult[] | null
  readonly samples: readonly BundledSample[]
  /** Paths within the bundle of stored pictures. */
  readonly images: ReadonlyMap<string, string>
  readonly signal: AbortSignal
}

/** The machine-readable texts: `rules.json` and everything in `data/`. */
export async function dataTexts(db: Db, journalService: Pick<JournalService, 'journalLines'>, wish: Wish): Promise<RoleText[]> {
  const { activity, edition, main, checkpoints, rows, slots, elections, corrected, samples, images, signal } = wish
  const store = evidenceStore(db)
  const context: LineContext = { edition, names: await store.operatorNames() }
  const data = (name: string, pieces: readonly string[]): RoleText => ({ path: `data/${name}`, role: 'data', pieces })
  const journal: string[] = []
  const hasContents = edition === 'court'
  for await (const piece of journalService.journalLines(db, { activityId: activity.public_id, upTo: main.checkpoint.number, hasContents, signal }))
    journal.push(piece)
  const changes: string[] = []
  for await (const some of store.changes(activity.id, main.at)) changes.push(...(await linesOf(some.map((row) => changeLine(row, main.at, context)))))
  return [
    { path: 'rules.json', role: 'rules', pieces: [canonical(rulesOf(rows))] },
    data('roster.jsonl', await linesOf(rosterLines(rows, context))),
    data('records.jsonl', await linesOf(recordLines(rows, context))),
    data('deliveries.jsonl', await linesOf(deliveryLines(rows, context, images))),
    data('voids.jsonl', await linesOf(voidLines(rows, context))),
    data('readings.jsonl', await linesOf(readingLines(rows, context))),
    data('samples.jsonl', await linesOf(sampleLines(samples, context))),
    data('contacts.jsonl', await linesOf(contactLines(rows, context))),
    data('publications.jsonl', await linesOf(publicationLines(rows, context, images))),
    data('objections.jsonl', await linesOf(objectionLines(rows, context, images))),
    data('changes.jsonl', changes),
    data('journal.jsonl', journal),
    data('checkpoints.jsonl', await linesOf(checkpoints.map(({ checkpoint, signature }) => ({ checkpoint, signature })))),
    data('results.json', [canonical(slots.map((slot, place) => resultOf(slot, elections, corrected?.[place])))]),
  ]
}

const pair = ({ count, areaHundredths }: { readonly count: number; readonly areaHundredths: number }) => [count, areaHundredths]

/** The five classes, the participants, and the outcome. */
const figuresOf = ({ counted, concluded }: SlotResult) => ({
  approve: pair(counted.approve),
  disapprove: pair(counted.oppose),
  abstention: pair(counted.abstain),
  invalid: pair(counted.invalid),
  optionnochoose: pair(counted.notVoted),
  participants: pair(concluded.participants),
  outcome: concluded.outcome,
})

/** The program's result for a slot, and the corrected one. */
function resultOf(slot: SlotResult, elections: readonly ElectionResult[], corrected: SlotResult | undefined) {
  const { topic, option } = slot
  const election = elections.find((each) => each.topic === topic)
  return {
    votetopicid: topic.id,
    voteoptionid: option?.id ?? '',
    ...figuresOf(slot),
    ...(corrected ? { corrected: figuresOf(corrected) } : {}),
    ...(election ? { election: standingOf(election, option?.id ?? '') } : {}),
  }
}

/** An option's place in its election. */
function standingOf({ elected, tied, overvoted }: ElectionResult, optionId: string) {
  const place = elected.indexOf(optionId) + 1
  return { ...(place === 0 ? {} : { place }), tied: tied.includes(optionId), overvoted: pair(overvoted) }
}

/** A property as in a request. */
const stateOf = ({ period, zone, building, unit, room, areaHundredths, ownerName, phone, idNumber }: PropertyState) => ({
  place: [period, zone, building, unit, room].join(PATH_SEPARATOR),
  area: areaHundredths,
  personname: ownerName,
  mobileno: phone,
  idno: idNumber,
})

/** The lines' names of the fields that a request can change. */
const fieldNames: Readonly<Record<ChangeField, string>> = { areaHundredths: 'area', ownerName: 'personname', phone: 'mobileno', idNumber: 'idno' }

/**
 * A change request as it was at a time: later decisions do not belong in a bundle of that time.
 *
 * @param until epoch ms
 */
function changeLine(row: ChangeRow, until: number, { edition, names }: LineContext): Readonly<Record<string, unknown>> {
  const [before, after] = [JSON.parse(row.before_data) as PropertyState, JSON.parse(row.after_data) as PropertyState] // the program wrote them
  const isDecided = row.decided_at !== null && row.decided_at <= until
  return {
    changeid: row.public_id,
    propertyid: row.property_public_id,
    createdate: formatTime(row.created_at),
    status: isDecided ? row.status : 0,
    fields: differingFields(before, after).map((field) => fieldNames[field]),
    ...(isDecided && row.decided_at !== null ? { approvaldate: formatTime(row.decided_at) } : {}),
    ...(edition === 'court'
      ? {
          beforedata: stateOf(before),
          afterdata: stateOf(after),
          ...present({
            applicant: row.applicant,
            approver: isDecided ? (names.get(row.decided_by ?? 0) ?? '') : '',
            approvalcomment: isDecided ? row.comment : '',
          }),
        }
      : {}),
  }
}
