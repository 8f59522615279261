import type { BundleEdition } from '#shared/features/evidence/editions.ts'
import { shortOwner } from '#shared/owner/masking.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import type { BundledSample } from '../sample/finding.ts'
import { categoryOf, ownerHash, placeOf } from '../journal/replay/digests.ts'
import type { StateKind, StateRow } from '../journal/replay/state.ts'

/** The rows of an activity, each kind in order of creation. */
export type Rows = Readonly<Record<StateKind, readonly StateRow[]>>

/** Context for making lines. */
export interface LineContext {
  readonly edition: BundleEdition
  /** Users' display names by key. */
  readonly names: ReadonlyMap<number, string>
}

type Fields = Readonly<Record<string, unknown>>
type Line = Fields

/** Drops undefined fields. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined))
}

export const text = (row: StateRow, field: string): string => String(row[field] ?? '')
export const time = (row: StateRow, field: string): string => (typeof row[field] === 'number' ? formatTime(row[field]) : '')
const byId = (one: StateRow, other: StateRow): number => (one.id < other.id ? -1 : Number(one.id > other.id))

const isCourt = ({ edition }: Pick<LineContext, 'edition'>): boolean => edition === 'court'
const nameOf = ({ names }: LineContext, key: StateRow[string] | undefined): string => (typeof key === 'number' ? (names.get(key) ?? '') : '')

/** The pictures of a delivery, a publication, an objection or a scanned page: paths of stored files. */
export const picturesOf = (row: StateRow): readonly string[] => JSON.parse(text(row, 'pictures') || '[]') as string[] // the program wrote it
const imagesOf = (row: StateRow, images: ReadonlyMap<string, string>): readonly string[] => picturesOf(row).flatMap((path) => images.get(path) ?? [])

function propertyLine(property: StateRow, context: LineContext): Line {
  const [personname, mobileno, idno, ownersalt] = ['ownerName', 'phone', 'idNumber', 'ownerSalt'].map((field) => text(property, field))
  const shown = {
    activitypropertyid: property.id,
    place: placeOf(property),
    area: property['areaHundredths'],
    category: categoryOf(property),
    ...(property['areaSource'] ? { areasource: property['areaSource'] } : {}),
    ownerhash: ownerHash(property),
  }
  return isCourt(context) ? { ...shown, personname, mobileno, idno, ownersalt } : { ...shown, personname: shortOwner(personname ?? '') }
}

/** The roster, including ended ballots: void records refer to them. */
export function* rosterLines({ ballot, house: properties }: Pick<Rows, 'ballot' | 'house'>, context: LineContext): Generator<Line> {
  const propertiesOf = Map.groupBy(properties.toSorted(byId), (row) => text(row, 'ballotId'))
  for (const row of ballot) {
    const houses = (propertiesOf.get(row.id) ?? []).map((each) => propertyLine(each, context))
    yield { ballotid: row.id, number: row['number'], area: row['areaHundredths'], ended: row['isEnded'] !== 0, houses }
  }
}

/** The vote records, including void ones; voters and entering users are only in the court's edition. */
export function* recordLines({ record }: Pick<Rows, 'record'>, context: LineContext): Generator<Line> {
  for (const row of record) {
    yield {
      recordid: row.id,
      ballotid: row['ballotId'],
      recordstatus: row['status'],
      ballotcode: text(row, 'markedCode'),
      answers: text(row, 'answers'),
      area: row['areaHundredths'],
      recordsource: row['source'],
      createdate: time(row, 'createdAt'),
      ...present({ votedate: time(row, 'votedAt'), voiddate: time(row, 'voidedAt'), votepropertyid: text(row, 'propertyId') }),
      ...present({ channel: row['channel'], receivedat: time(row, 'receivedAt'), proxyid: text(row, 'proxyId') }),
      ...(row['isLate'] === 1 ? { late: true } : {}),
      ...present({ readingid: text(row, 'readingId') }),
      ...(isCourt(context)
        ? present({
            votername: text(row, 'voterName'),
            votermobileno: text(row, 'voterPhone'),
            voteridno: text(row, 'voterIdNumber'),
            creater: nameOf(context, row['createdBy']),
            voter: nameOf(context, row['votedBy']),
            desk: text(row, 'desk'),
            handedinby: text(row, 'handedInBy'),
          })
        : {}),
    }
  }
}

/** Voided votes, each with its record's id. */
export function* voidLines({ record }: Pick<Rows, 'record'>, context: LineContext): Generator<Line> {
  for (const row of record) {
    if (row['status'] !== VOIDED) continue
    yield {
      recordid: row.id,
      ballotid: row['ballotId'],
      ...present({ voiddate: time(row, 'voidedAt') }),
      ...(isCourt(context) ? present({ voider: nameOf(context, row['voidedBy']), reason: text(row, 'voidReason') }) : {}),
    }
  }
}
const VOIDED = 2

/** The pictures used in a reading of scanned pages, the newest of a page last, with each one's own recognized rows. */
function readPages(row: StateRow, slotsOf: ReadonlyMap<string, string>): readonly Fields[] {
  const pages = JSON.parse(text(row, 'pages') || '[]') as { readonly id: string; readonly page: number; readonly sha256: string }[] // the program wrote it
  return pages.map(({ id, page, sha256 }) => {
    const slots = JSON.parse(slotsOf.get(id) ?? '[]') as { topicId: string; optionId: string; state: number; answer: number | null; why: string }[] // as above
    const rows = slots.map(({ topicId, optionId, state, answer, why }) => ({
      votetopicid: topicId,
      voteoptionid: optionId,
      state,
      ...present({ voteresult: answer, why }),
    }))
    return { page, sha256, slots: rows }
  })
}

/** Readings of papers; pages, readers, deciders and reasons are only in the court's edition. */
export function* readingLines({ reading, page }: Pick<Rows, 'reading' | 'page'>, context: LineContext): Generator<Line> {
  const slotsOf = new Map(page.map((row) => [row.id, text(row, 'readAnswers')]))
  for (const row of reading) {
    const [by, settledBy] = [nameOf(context, row['readBy']), nameOf(context, row['settledBy'])]
    const court = isCourt(context) ? { by: settledBy, reason: text(row, 'settleReason') } : {}
    yield {
      readingid: row.id,
      kind: row['readingKind'],
      code: row['markedCode'],
      answers: row['answers'],
      ...(isCourt(context) ? present({ by }) : {}),
      at: time(row, 'readAt'),
      pages: isCourt(context) ? readPages(row, slotsOf) : [],
      recordid: row['recordId'],
      ...(row['decision'] === null ? {} : { settled: { decision: row['decision'], at: time(row, 'settledAt'), ...present(court) } }),
    }
  }
}

/** Visits, including withdrawn ones; visitors and remarks are only in the court's edition. */
export function* contactLines({ contact }: Pick<Rows, 'contact'>, context: LineContext): Generator<Line> {
  for (const row of contact) {
    const [by, withdrawnBy] = [nameOf(context, row['createdBy']), nameOf(context, row['withdrawnBy'])]
    const court = isCourt(context) ? { by: withdrawnBy, reason: text(row, 'withdrawReason') } : {}
    yield {
      contactid: row.id,
      activitypropertyids: JSON.parse(text(row, 'properties') || '[]') as string[], // the program wrote it
      way: row['contactWay'],
      ...present({ result: row['contactResult'], nextat: time(row, 'nextVisitAt') }),
      at: time(row, 'contactedAt'),
      createdate: time(row, 'createdAt'),
      ...(isCourt(context) ? present({ by, remark: text(row, 'contactRemark') }) : {}),
      ...(row['withdrawnAt'] === null ? {} : { withdrawn: { at: time(row, 'withdrawnAt'), ...present(court) } }),
    }
  }
}

/** A decision as a line; its corrections were written by the program. */
function decisionLine(row: StateRow, context: LineContext): Fields {
  const corrections = JSON.parse(text(row, 'corrections') || '[]') as {
    ballotId: string
    kind: string
    answers?: string
    receivedAt?: number
    areaHundredths?: number
  }[]
  return {
    decision: row['objectionDecision'],
    at: time(row, 'decidedAt'),
    ...(row['selfdecided'] === 1 ? { selfdecided: true } : {}),
    corrections: corrections.map(({ ballotId, kind, answers, receivedAt, areaHundredths }) => ({
      ballotid: ballotId,
      kind,
      ...present({ answers, receivedat: receivedAt === undefined ? '' : formatTime(receivedAt), area: areaHundredths }),
    })),
    ...(isCourt(context) ? present({ by: nameOf(context, row['decidedBy']), reason: text(row, 'decisionReason') }) : {}),
  }
}

/** Objections with all decisions, the one in force last; objectors, reasons and pictures are only in the court's edition. */
export function* objectionLines(
  { objection, decision }: Pick<Rows, 'objection' | 'decision'>,
  context: LineContext,
  images: ReadonlyMap<string, string>,
): Generator<Line> {
  const decisionsOf = Map.groupBy(decision, (row) => text(row, 'objectionId'))
  for (const row of objection) {
    const [by, withdrawnBy] = [nameOf(context, row['createdBy']), nameOf(context, row['withdrawnBy'])]
    const court = isCourt(context) ? { by: withdrawnBy, reason: text(row, 'withdrawReason') } : {}
    yield {
      objectionid: row.id,
      number: row['objectionNumber'],
      kind: row['objectionKind'],
      ...present({ publicationid: text(row, 'publicationId'), ballotid: text(row, 'ballotId') }),
      votetopicids: JSON.parse(text(row, 'topicIds') || '[]') as string[], // the program wrote it
      receivedat: time(row, 'receivedAt'),
      createdate: time(row, 'createdAt'),
      status: row['objectionStatus'],
      ...(isCourt(context)
        ? {
            ...present({ by, name: text(row, 'objectorName'), phone: text(row, 'objectorPhone'), text: text(row, 'objectionText') }),
            images: imagesOf(row, images),
          }
        : {}),
      ...(row['withdrawnAt'] === null ? {} : { withdrawn: { at: time(row, 'withdrawnAt'), ...present(court) } }),
      decisions: (decisionsOf.get(row.id) ?? []).map((each) => decisionLine(each, context)),
    }
  }
}

/** Samples with everything needed to redraw them; why one ended early is only in the court's edition. */
export function* sampleLines(samples: readonly BundledSample[], context: LineContext): Generator<Line> {
  for (const { id, list, digest, digits, draws, readings, items, state, isStale, reason } of samples) {
    yield {
      sampleid: id,
      list,
      digest,
      seed: digits,
      draws,
      readings: readings.map(({ recordId, answers }) => ({ recordid: recordId, ...(answers === null ? {} : { answers }) })),
      t: items.flatMap(({ topicId, optionId, assertions }) =>
        assertions.map(({ kind, list: from, draws: count, value, isReached }) => ({
          votetopicid: topicId,
          voteoptionid: optionId,
          kind,
          list: from,
          draws: count,
          t: value,
          reached: isReached,
        })),
      ),
      state,
      stale: isStale,
      ...(isCourt(context) ? present({ reason }) : {}),
    }
  }
}

/** Deliveries, including void ones; `images` are the bundle's paths of stored pictures. */
export function* deliveryLines({ delivery }: Pick<Rows, 'delivery'>, context: LineContext, images: ReadonlyMap<string, string>): Generator<Line> {
  for (const row of delivery) {
    yield {
      notifyid: row.id,
      activitypropertyid: row['rosterPropertyId'],
      votesource: row['voteSource'],
      notifyway: row['notifyWay'],
      notifytime: time(row, 'deliveredAt'),
      createdate: time(row, 'createdAt'),
      ...present({ voiddate: time(row, 'voidedAt') }),
      ...(isCourt(context)
        ? {
            ...present({ notifier: text(row, 'deliveredBy'), remark: text(row, 'remark') }),
            ...present({ voider: nameOf(context, row['voidedBy']), voidreason: text(row, 'voidReason') }),
            images: imagesOf(row, images),
          }
        : {}),
    }
  }
}

/** Publications, including withdrawn ones; users, remarks, pictures and reasons are only in the court's edition. */
export function* publicationLines({ publication }: Pick<Rows, 'publication'>, context: LineContext, images: ReadonlyMap<string, string>): Generator<Line> {
  for (const row of publication) {
    const [by, withdrawnBy] = [nameOf(context, row['createdBy']), nameOf(context, row['withdrawnBy'])]
    const court = isCourt(context) ? { by: withdrawnBy, reason: text(row, 'withdrawReason') } : {}
    yield {
      publicationid: row.id,
      kind: row['publicationKind'],
      datefrom: row['dateFrom'],
      dateto: row['dateTo'],
      places: row['places'],
      createdate: time(row, 'createdAt'),
      ...(isCourt(context) ? { ...present({ by, remark: text(row, 'publicationRemark') }), images: imagesOf(row, images) } : {}),
      ...(row['withdrawnAt'] === null ? {} : { withdrawn: { at: time(row, 'withdrawnAt'), ...present(court) } }),
    }
  }
}
