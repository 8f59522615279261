import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from '../features/account/tables.ts'
import type { ActivityTables } from '../features/activity/tables.ts'
import type { JournalTables } from '../features/journal/tables.ts'
import type { BallotTables } from '../features/ballot/tables.ts'
import type { CheckupTables } from '../features/checkup/tables.ts'
import type { ContactTables } from '../features/contact/tables.ts'
import type { DocumentTables } from '../features/document/tables.ts'
import type { EstateRulesTables } from '../features/estate-rules/tables.ts'
import type { EstateTables } from '../features/estate/tables.ts'
import type { FileTables } from '../features/file/tables.ts'
import type { DeliveryTables } from '../features/delivery/tables.ts'
import type { ObjectionTables } from '../features/objection/tables.ts'
import type { PaperTables } from '../features/paper/tables.ts'
import type { PropertyChangeTables } from '../features/property-change/tables.ts'
import type { PropertyTables } from '../features/property/tables.ts'
import type { ProxyTables } from '../features/proxy/tables.ts'
import type { PublicationTables } from '../features/publication/tables.ts'
import type { ReadingTables } from '../features/reading/tables.ts'
import type { RetentionTables } from '../features/retention/tables.ts'
import type { RouteTables } from '../features/route/tables.ts'
import type { SampleTables } from '../features/sample/tables.ts'
import type { TodoTables } from '../features/todo/tables.ts'
import type { VotingTables } from '../features/voting/tables.ts'

/** Every table, by its name. */
export type Schema = AccountTables &
  FileTables &
  EstateTables &
  EstateRulesTables &
  PropertyTables &
  ActivityTables &
  BallotTables &
  CheckupTables &
  ContactTables &
  ObjectionTables &
  DocumentTables &
  ProxyTables &
  PublicationTables &
  VotingTables &
  DeliveryTables &
  PaperTables &
  PropertyChangeTables &
  ReadingTables &
  RetentionTables &
  RouteTables &
  SampleTables &
  TodoTables &
  JournalTables

/** The database as queries have it, with every table, and the same inside a transaction. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

/** Owner of a table. Only the owner writes it and, apart from the readers, reads it: other features use the owner's service. */
interface TableOwner {
  /** The feature whose tables.ts declares it. */
  readonly owner: string
  /** Other features whose queries read it, or `search`, each with a reason. */
  readonly readers?: Readonly<Record<string, string>>
  /** Other features that write it, each with a reason. */
  readonly writers?: Readonly<Record<string, string>>
  /** Absent for a table whose rows stay without the persons in them: its columns say which are erased (`columns.ts`). */
  readonly people?: ReturnType<typeof stays | typeof goes>
}

/** A table whose rows stay unchanged, as it has no personal data to erase; all of its texts are listed. */
const stays = (why: string, texts = '') => ({ why, texts })
/** A table whose rows are removed with the persons they name. */
const goes = (why = 'goes as a whole') => ({ why, texts: null })

const names = 'the names of those who made or changed a row, joined to a page of them'
const named = (features: string) => Object.fromEntries(features.split(' ').map((feature) => [feature, names]))
/** Why a feature reads others' tables, unless a table says another reason. */
const reasons = {
  scope: 'what belongs to an estate that a confined account does not see is, for it, not there',
  journal: 'replay compares what the journal tells of an activity with its tables',
  retention: 'it erases whom an activity’s tables name, by the columns that they declare',
  result: 'results and reports add up one moment of all tables of an activity, in few statements',
  paper: 'papers are issued and listed with their ballots, properties and votes, ten thousand at a time',
  contact: 'a visit is of the properties of a ballot, and of those who have not voted',
  proxy: 'a proxy is of a ballot: its properties, and whether it has voted',
  reading: 'readings are compared with the votes on record, all of an activity in one statement',
  route: 'a route is planned over all ballots that are open, with their doors and who was there last',
  sample: 'a sample draws from one moment of all votes, and depends on the deliveries',
  document: 'a document lists one moment of a roster and of what was delivered to it',
  sensitivity: 'a check of a conclusion reads one moment of ballots, votes and deliveries',
  checkup: 'a check-up reads all properties of an estate or a roster in one statement',
  voting: 'a vote and the desk read all that they need to know in one statement',
  evidence: 'a bundle tells one moment of all that belongs to an activity',
}
/** Those features, each for its reason. */
const usual = (...features: (keyof typeof reasons)[]) => Object.fromEntries(features.map((feature) => [feature, reasons[feature]]))
const knownAtDoor = 'the roster has no copy of what is known at a door'
const atTheDoor = { voting: knownAtDoor, result: knownAtDoor, route: knownAtDoor }
const byPublicIds = 'they are asked for by the public ids of their activities'
const asksVersion = 'it asks what has changed; triggers write'

const ofAgenda = {
  owner: 'activity',
  people: stays('what was published', 'files pictures public_id title'),
  readers: usual('scope', 'journal', 'result'),
} as const

/** Every table with its owner. tests/architecture checks that queries respect it. */
export const tableOwners = {
  user: {
    owner: 'account',
    people: stays('the office’s own people', 'avatar estate_ids last_login_address nick_name password_hash phone public_id role username username_key'),
    readers: {
      journal: 'role and status follow from the entries',
      ...named(
        'activity checkup contact delivery estate-rules evidence objection paper property-change proxy publication reading result route sample todo voting',
      ),
    },
  },
  session: { owner: 'account', people: stays('an account’s', 'address device end_reason token_hash') },
  account_setting: { owner: 'account', people: stays('a setting') },
  captcha: { owner: 'account', people: goes('gone within minutes') },
  sms_sent: { owner: 'account', people: stays('phones of accounts', 'phone') },
  sms_log: { owner: 'account', people: stays('times alone') },
  login_failure: { owner: 'account', people: stays('names of accounts', 'address username_key') },
  stored_file: { owner: 'file', people: goes('goes as a whole once nothing refers to it'), readers: usual('scope', 'journal') },
  audit_entry: {
    owner: 'journal',
    people: stays('the chain stays, contents go', 'action address content content_hash hash nick_name parts_hash previous_hash salt subject username'),
    readers: { result: 'a report prints the newest entry of the moment that it shows' },
  },
  audit_part: { owner: 'journal', people: goes('goes with its entry’s content') },
  audit_summary: {
    owner: 'journal',
    people: stays('its words go with its entry’s content', 'activity_id activity_title import_data kind subject_name summary'),
  },
  audit_check: { owner: 'journal', people: stays('who checked', 'username') },
  checkpoint: { owner: 'journal', people: stays('hashes', 'activity_id content hash kind public_key signature') },
  estate: {
    owner: 'estate',
    people: stays('names nobody', 'address area_code city_code community_code division_name name province_code public_id subdistrict_code'),
    readers: {
      ...usual('scope', 'result', 'evidence'),
      account: 'who may decide of an estate’s matters, and what an account sees',
      journal: 'the newest imports name their estate as it is called now',
      activity: 'a page of activities names their estates',
    },
  },
  estate_rules: {
    owner: 'estate-rules',
    people: stays('what owners decided', 'clauses delivery_policy effective_from files public_id rule_basis title'),
    readers: usual('scope', 'journal'),
  },
  property: {
    owner: 'property',
    people: goes('goes as a whole, with the registry’s owners'),
    readers: { ...usual('scope', 'checkup'), ballot: 'a roster is a copy of them', search: 'it reads what has changed', ...atTheDoor },
  },
  search_version: { owner: 'property', people: stays('counts', 'scope'), readers: { search: asksVersion } },
  activity: {
    owner: 'activity',
    people: stays('what was published', 'delivery_policy detail extensions files pictures public_id rule_basis scope_paths summary title title_key'),
    readers: {
      ...usual('scope', 'voting', 'result'),
      journal: `the newest imports name their activity as it is called now; ${reasons.journal}`,
      ballot: reasons.voting,
      document: 'what the last activity of an estate had on its papers is suggested for the next',
      todo: byPublicIds,
      publication: byPublicIds,
      reading: 'whether a page may be seen depends on the status of its activity',
    },
  },
  topic: ofAgenda,
  topic_option: ofAgenda,
  ballot: {
    owner: 'ballot',
    people: stays('numbers and areas', 'public_id'),
    readers: {
      ...usual('scope', 'journal', 'checkup', 'contact', 'proxy', 'voting', 'paper', 'reading', 'result', 'route', 'document', 'sensitivity'),
      delivery: 'what was delivered is judged ballot by ballot, all of an activity in one statement',
    },
  },
  roster_property: {
    owner: 'ballot',
    readers: {
      ...usual(
        'scope',
        'journal',
        'checkup',
        'contact',
        'proxy',
        'voting',
        'paper',
        'reading',
        'result',
        'sample',
        'route',
        'document',
        'sensitivity',
        'retention',
      ),
      delivery: 'the list of deliveries is the roster, filtered and sorted by what was delivered',
      search: 'it reads what has changed',
    },
    writers: usual('retention'),
  },
  sample: {
    owner: 'sample',
    people: stays('ids of records, answers, areas and codes; digits that were thrown', 'basis check_code close_reason digest digits list public_id'),
    readers: usual('scope', 'journal'),
  },
  checkup_dismissal: { owner: 'checkup', people: goes() },
  vote_record: {
    owner: 'voting',
    readers: {
      ...usual('scope', 'journal', 'contact', 'proxy', 'paper', 'reading', 'result', 'sample', 'route', 'sensitivity', 'retention'),
      ballot: 'a ballot’s live record is half of its state',
      delivery: 'who has voted needs no delivery: the list filters by it',
    },
    writers: usual('retention'),
  },
  proxy: {
    owner: 'proxy',
    readers: {
      ...usual('scope', 'journal', 'result', 'retention'),
      ballot: 'a proxy in force freezes merging and splitting',
      voting: 'a record names the agent who voted',
      reading: 'of a ballot that an agent votes with nothing is read but by a person',
    },
    writers: usual('retention'),
  },
  notification: {
    owner: 'delivery',
    readers: {
      ...usual('scope', 'journal', 'result', 'sample', 'route', 'document', 'sensitivity', 'retention'),
      voting: 'the funnel of papers tells which of them take part already',
    },
    writers: usual('retention'),
  },
  ballot_paper: {
    owner: 'paper',
    readers: {
      ...usual('reading', 'journal', 'route', 'retention'),
      sample: 'nothing is drawn while a paper waits to be entered',
      activity: 'an activity whose papers were made is changed no more',
      ballot: 'a ballot whose paper is live is frozen',
      voting: `${reasons.voting}, and what papers are out among it`,
      delivery: 'ballots whose papers were handed out or came back are registered as delivered to',
      contact: 'whose paper is back is reminded no more',
      result: '未投名单 tells whose paper is out and whose is back',
    },
    writers: usual('retention'),
  },
  reminder: { owner: 'contact', people: goes('gone the next day') },
  contact: {
    owner: 'contact',
    readers: { ...usual('scope', 'journal', 'retention'), delivery: 'a visit in vain is an attempt before a notice' },
    writers: usual('retention'),
  },
  publication: { owner: 'publication', readers: { ...usual('journal', 'retention', 'scope'), objection: 'answers one' }, writers: usual('retention') },
  objection: { owner: 'objection', readers: usual('scope', 'journal', 'result', 'retention'), writers: usual('retention') },
  objection_decision: { owner: 'objection', readers: usual('journal', 'result', 'retention'), writers: usual('retention') },
  reading_page: { owner: 'reading', readers: usual('scope', 'journal', 'retention'), writers: usual('retention') },
  letterhead: { owner: 'document', people: goes() },
  ballot_layout: { owner: 'paper', people: stays('boxes on paper', 'layout layout_id'), readers: usual('journal') },
  reading: { owner: 'reading', readers: usual('scope', 'journal', 'retention'), writers: usual('retention') },
  route_door: { owner: 'route', people: stays('places') },
  activity_todo: { owner: 'todo', people: stays('kinds of what is to be done, and who said so', 'kind') },
  property_change: { owner: 'property-change', people: goes(), readers: usual('scope', 'journal', 'evidence') },
  retention_setting: { owner: 'retention', people: stays('a setting') },
} as const satisfies Readonly<Record<keyof Schema, TableOwner>>
