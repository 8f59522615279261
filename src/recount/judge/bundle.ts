import { type Fields, fieldsOf, hashOf, linesOf, listOf, oneOf, parsed, textOf, textOrNone, Unreadable, wholeOf } from './fields.ts'
import { LAW_ITEMS, OUTCOMES, RULES, type LawItem, type Outcome, type Rule, type Seats, type Share } from './counting.ts'
import { readSample, type Sample } from './samples.ts'
import { readManifest, readCheckpointLine, type Manifest, type SignedCheckpoint } from './manifest.ts'

/** The texts of the bundle by path. */
export type Texts = Readonly<Record<string, string>>

export interface Property {
  readonly activitypropertyid: string
  readonly place: string
  readonly area: number
  readonly category: number
  readonly ownerhash: string
  readonly personname: string
  /** The hash's input; null in the owners' edition. */
  readonly secret: { readonly salt: string; readonly mobileno: string; readonly idno: string } | null
}
export interface Ballot {
  readonly ballotid: string
  readonly number: string
  readonly area: number
  readonly ended: boolean
  readonly houses: readonly Property[]
}
export interface VoteRecord {
  readonly recordid: string
  readonly ballotid: string
  /** 0 marked, 1 voted, 2 void. */
  readonly recordstatus: 0 | 1 | 2
  readonly ballotcode: string
  /** One digit per slot. */
  readonly answers: string
  /** Null if the line has none. */
  readonly area: number | null
  readonly createdate: string
  readonly images: readonly string[]
}
export interface Delivery {
  /** `''` if the line has none. */
  readonly notifyid: string
  readonly activitypropertyid: string
  readonly notifytime: string
  /** When it was voided; `''` if not voided. */
  readonly voiddate: string
  readonly images: readonly string[]
}
/** An entry: the first form has only `hash`; later ones have contenthash, and salt and content unless withheld. */
export interface JournalLine {
  readonly number: number
  readonly contenthash: string
  readonly salt: string | null
  readonly content: string | null
}
/** A topic voted on directly, or one option of a topic. */
export interface Slot {
  readonly votetopicid: string
  /** `''` for a topic. */
  readonly voteoptionid: string
  /** `2` or `2.1`. */
  readonly number: string
  readonly title: string
  /** 13, 14 or 15: the answers it offers. */
  readonly model: 13 | 14 | 15
  /** The topic's title. */
  readonly topic: string
  /** The item of article 278 that sets the majority; null: set by the rule. */
  readonly lawitem: LawItem | null
  /** The seats contested by its topic's options. */
  readonly election: (Seats & { readonly order: 1 | 2 }) | null
}
export interface Rules {
  readonly voteactivityid: string
  readonly title: string
  readonly votetype: Rule
  readonly rulebasis: string
  /** Version of the estate's rules that applies to the vote; null if none. */
  readonly estaterules?: (Fields & { readonly rulesid: string }) | null
  readonly startdate: string
  readonly enddate: string
  /** In the order of topics and options. */
  readonly slots: readonly Slot[]
}
export const CLASSES = ['approve', 'disapprove', 'abstention', 'invalid', 'optionnochoose'] as const
export type ClassName = (typeof CLASSES)[number]
/** The figures of a topic or option. */
interface Figures extends Readonly<Record<ClassName, Share>> {
  readonly participants: Share
  readonly outcome: Outcome
}
export interface ResultRow extends Figures {
  readonly votetopicid: string
  readonly voteoptionid: string
  /** For candidates: rank among the elected, from 1; 0 if not elected. */
  readonly election: { readonly place: number; readonly tied: boolean; readonly overvoted: Share } | null
  /** With the corrections in force; null if none. */
  readonly corrected: Figures | null
}

/** A file's parsed content, or why it could not be read. */
export type Read<T> = { readonly value: T } | { readonly fault: string }

export interface Bundle {
  readonly texts: Texts
  readonly manifest: Read<Manifest>
  readonly roster: Read<readonly Ballot[]>
  readonly records: Read<readonly VoteRecord[]>
  readonly deliveries: Read<readonly Delivery[]>
  /** Ids of the records in the list of voids. */
  readonly voids: Read<readonly string[]>
  readonly journal: Read<readonly JournalLine[]>
  readonly checkpoints: Read<readonly SignedCheckpoint[]>
  readonly rules: Read<Rules>
  readonly results: Read<readonly ResultRow[]>
  readonly samples: Read<readonly Sample[]>
  /** One per line, in order of creation; counted fields are parsed by the count. */
  readonly objections: Read<readonly Fields[]>
}

/** Reads all files to judge. An unreadable one is represented by a fault. */
export function readBundle(texts: Texts): Bundle {
  const file = <T>(path: string, read: (text: string) => T): Read<T> => {
    const text = texts[path]
    if (text === undefined) return { fault: `缺少文件 ${path}` }
    try {
      return { value: read(text) }
    } catch (error) {
      if (error instanceof Unreadable) return { fault: `${path}：${error.message}` }
      throw error
    }
  }
  const lines = <T>(path: string, read: (fields: Fields) => T): Read<readonly T[]> => file(path, (text) => linesOf(text, read))
  return {
    texts,
    manifest: file('manifest.json', (text) => readManifest(fieldsOf(parsed(text), '清单'))),
    roster: lines('data/roster.jsonl', readBallot),
    records: lines('data/records.jsonl', readRecord),
    deliveries: lines('data/deliveries.jsonl', readDelivery),
    voids: lines('data/voids.jsonl', (fields) => textOf(fields, 'recordid')),
    journal: lines('data/journal.jsonl', readJournalLine),
    checkpoints: lines('data/checkpoints.jsonl', readCheckpointLine),
    rules: file('rules.json', (text) => readRules(fieldsOf(parsed(text), '规则'))),
    results: file('data/results.json', (text) => readResults(parsed(text))),
    // Older bundles, without samples or objections, lack these files.
    objections: texts['data/objections.jsonl'] === undefined ? { value: [] } : lines('data/objections.jsonl', (fields) => fields),
    samples: texts['data/samples.jsonl'] === undefined ? { value: [] } : lines('data/samples.jsonl', readSample),
  }
}

function readBallot(fields: Fields): Ballot {
  const { number } = fields
  return {
    ballotid: textOf(fields, 'ballotid'),
    number: typeof number === 'number' || typeof number === 'string' ? String(number) : '',
    area: wholeOf(fields, 'area'),
    ended: Boolean(fields['ended']),
    houses: listOf(fields, 'houses').map((each) => readProperty(fieldsOf(each, 'houses'))),
  }
}

function readProperty(fields: Fields): Property {
  const salt = textOrNone(fields, 'ownersalt')
  return {
    activitypropertyid: textOf(fields, 'activitypropertyid'),
    place: textOf(fields, 'place'),
    area: wholeOf(fields, 'area'),
    category: fields['category'] === undefined ? 1 : wholeOf(fields, 'category'),
    ownerhash: hashOf(fields, 'ownerhash'),
    personname: textOf(fields, 'personname'),
    secret: salt === null ? null : { salt, mobileno: textOf(fields, 'mobileno'), idno: textOf(fields, 'idno') },
  }
}

function readRecord(fields: Fields): VoteRecord {
  return {
    recordid: textOf(fields, 'recordid'),
    ballotid: textOf(fields, 'ballotid'),
    recordstatus: oneOf(fields, 'recordstatus', [0, 1, 2]),
    ballotcode: textOrNone(fields, 'ballotcode') ?? '',
    answers: textOrNone(fields, 'answers') ?? '',
    area: fields['area'] === undefined ? null : wholeOf(fields, 'area'),
    createdate: textOrNone(fields, 'createdate') ?? '',
    images: imagesOf(fields),
  }
}

const readDelivery = (fields: Fields): Delivery => ({
  notifyid: textOrNone(fields, 'notifyid') ?? '',
  activitypropertyid: textOf(fields, 'activitypropertyid'),
  notifytime: textOrNone(fields, 'notifytime') ?? '',
  voiddate: textOrNone(fields, 'voiddate') ?? '',
  images: imagesOf(fields),
})

/** Paths of the pictures in a line's `images`. */
function imagesOf({ images }: Fields): string[] {
  return Array.isArray(images) ? images.filter((each): each is string => typeof each === 'string' && /^images\/[0-9a-f]{64}\.\w+$/.test(each)) : []
}

function readJournalLine(fields: Fields): JournalLine {
  const [salt, content] = [textOrNone(fields, 'salt'), textOrNone(fields, 'content')]
  if ((salt === null) !== (content === null)) throw new Unreadable('salt 与 content 应同时存在')
  return {
    number: wholeOf(fields, 'number'),
    contenthash: hashOf(fields, 'contenthash'),
    salt,
    content,
  }
}

function readRules(fields: Fields): Rules {
  return {
    voteactivityid: textOf(fields, 'voteactivityid'),
    title: textOf(fields, 'title'),
    votetype: oneOf(fields, 'votetype', RULES),
    rulebasis: textOrNone(fields, 'rulebasis') ?? '',
    estaterules: fields['estaterules'] === undefined ? null : readEstateRules(fieldsOf(fields['estaterules'], 'estaterules')),
    startdate: textOf(fields, 'startdate'),
    enddate: textOf(fields, 'enddate'),
    slots: slotsOfTopics(inOrder(listOf(fields, 'topics'))),
  }
}

const readEstateRules = (fields: Fields) => ({ ...fields, rulesid: textOf(fields, 'rulesid') })

/** Topics or options by their `sortno`. */
function inOrder(list: readonly unknown[]): Fields[] {
  return list.map((each) => fieldsOf(each, 'topics')).sort((a, b) => wholeOf(a, 'sortno') - wholeOf(b, 'sortno'))
}

function slotsOfTopics(topics: readonly Fields[]): Slot[] {
  const slots: Slot[] = []
  for (const topic of topics) slots.push(...slotsOfTopic(topic, slots.length))
  return slots
}

/** Slots of a topic; `first` is the index of its first slot. */
function slotsOfTopic(topic: Fields, first: number): Slot[] {
  const [number, title] = [String(wholeOf(topic, 'sortno')), textOf(topic, 'title')]
  const lawitem = topic['lawitem'] === undefined ? null : oneOf(topic, 'lawitem', LAW_ITEMS)
  const common = { votetopicid: textOf(topic, 'votetopicid'), model: oneOf(topic, 'votetype', [13, 14, 15]), topic: title, lawitem }
  if (oneOf(topic, 'topictype', [1, 2]) === 1) {
    if (topic['seats'] !== undefined) throw new Unreadable('seats 只能用于选项表决')
    return [{ ...common, election: null, voteoptionid: '', number, title }]
  }
  const options = inOrder(listOf(topic, 'options'))
  const election = topic['seats'] === undefined ? null : { first, count: options.length, seats: wholeOf(topic, 'seats'), order: orderOf(topic) }
  return options.map((option) => ({
    ...common,
    election,
    voteoptionid: textOf(option, 'voteoptionid'),
    number: `${number}.${wholeOf(option, 'sortno')}`,
    title: `${title}：${textOf(option, 'title')}`,
  }))
}

const orderOf = (topic: Fields): 1 | 2 => (topic['seatorder'] === undefined ? 1 : oneOf(topic, 'seatorder', [1, 2]))

function readResults(value: unknown): ResultRow[] {
  if (!Array.isArray(value)) throw new Unreadable('应为列表')
  return value.map((each) => {
    const fields = fieldsOf(each, '结果')
    return {
      votetopicid: textOf(fields, 'votetopicid'),
      voteoptionid: textOf(fields, 'voteoptionid'),
      ...figuresOf(fields),
      corrected: fields['corrected'] === undefined ? null : figuresOf(fieldsOf(fields['corrected'], 'corrected')),
      election: fields['election'] === undefined ? null : standing(fieldsOf(fields['election'], 'election')),
    }
  })
}

function figuresOf(fields: Fields): Figures {
  const outcome = OUTCOMES.find((each) => each === fields['outcome'])
  if (outcome === undefined) throw new Unreadable('outcome 格式不正确')
  const classes = Object.fromEntries(CLASSES.map((name) => [name, shareOf(fields, name)])) as Record<ClassName, Share>
  return { ...classes, participants: shareOf(fields, 'participants'), outcome }
}

const standing = (fields: Fields) => ({
  place: fields['place'] === undefined ? 0 : wholeOf(fields, 'place'),
  tied: fields['tied'] === true,
  overvoted: shareOf(fields, 'overvoted'),
})

function shareOf(fields: Fields, name: string): Share {
  const [count, area] = listOf(fields, name)
  const share = { count, area }
  return { count: wholeOf(share, 'count'), area: wholeOf(share, 'area') }
}
