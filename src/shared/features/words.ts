import type { EntryKind, RecordedAction } from '../contract/journalLabels.ts'
import { accountLabels, sessionFields } from './account/labels.ts'
import { accountRefusals } from './account/refusals.ts'
import { activityLabels, deliveryPolicyFields } from './activity/labels.ts'
import { activityRefusals } from './activity/refusals.ts'
import { journalLabels } from './journal/labels.ts'
import type { OwnAction } from './journal/ownActions.ts'
import { journalRefusals } from './journal/refusals.ts'
import { technicalNames } from './journal/technicalNames.ts'
import { ballotLabels } from './ballot/labels.ts'
import { ballotRefusals } from './ballot/refusals.ts'
import { checkupLabels } from './checkup/labels.ts'
import { checkupRefusals } from './checkup/refusals.ts'
import { contactLabels } from './contact/labels.ts'
import { contactRefusals } from './contact/refusals.ts'
import { documentLabels } from './document/labels.ts'
import { documentRefusals } from './document/refusals.ts'
import { estateRulesLabels } from './estate-rules/labels.ts'
import { estateRulesRefusals } from './estate-rules/refusals.ts'
import { estateLabels } from './estate/labels.ts'
import { estateRefusals } from './estate/refusals.ts'
import { evidenceLabels } from './evidence/labels.ts'
import { evidenceRefusals } from './evidence/refusals.ts'
import { fileLabels, storedFileFields } from './file/labels.ts'
import { fileRefusals } from './file/refusals.ts'
import { jobRefusals } from './job/refusals.ts'
import { deliveryLabels } from './delivery/labels.ts'
import { deliveryRefusals } from './delivery/refusals.ts'
import { objectionLabels } from './objection/labels.ts'
import { objectionRefusals } from './objection/refusals.ts'
import { paperLabels } from './paper/labels.ts'
import { paperRefusals } from './paper/refusals.ts'
import { codeLabels } from './paper/rules.ts'
import { privacyLabels } from './privacy/labels.ts'
import { privacyRefusals } from './privacy/refusals.ts'
import { propertyChangeLabels } from './property-change/labels.ts'
import { propertyChangeRefusals } from './property-change/refusals.ts'
import { propertyLabels } from './property/labels.ts'
import { propertyRefusals } from './property/refusals.ts'
import { publicationLabels } from './publication/labels.ts'
import { publicationRefusals } from './publication/refusals.ts'
import { proxyLabels } from './proxy/labels.ts'
import { proxyRefusals } from './proxy/refusals.ts'
import { readingLabels } from './reading/labels.ts'
import { readingRefusals } from './reading/refusals.ts'
import { resultLabels } from './result/labels.ts'
import { resultRefusals } from './result/refusals.ts'
import { retentionLabels } from './retention/labels.ts'
import { retentionRefusals } from './retention/refusals.ts'
import { routeLabels } from './route/labels.ts'
import { routeRefusals } from './route/refusals.ts'
import { sampleLabels } from './sample/labels.ts'
import { sampleRefusals } from './sample/refusals.ts'
import { sensitivityRefusals } from './sensitivity/refusals.ts'
import { sharingLabels } from './sharing/labels.ts'
import { sharingRefusals } from './sharing/refusals.ts'
import { systemLabels } from './system/labels.ts'
import { todoLabels } from './todo/labels.ts'
import { votingLabels } from './voting/labels.ts'
import { votingRefusals } from './voting/refusals.ts'

// Words of each feature: its refusals, and the journal's labels for the feature, its actions and the fields of their
// entries. A new feature is added to each of these lists, and its endpoints to contract/index.ts. No zod comes in here: the
// login screen waits for this file.

/** All features' refusals. */
export const featureRefusals = {
  ...accountRefusals,
  ...journalRefusals,
  ...fileRefusals,
  ...jobRefusals,
  ...estateRefusals,
  ...estateRulesRefusals,
  ...propertyRefusals,
  ...activityRefusals,
  ...ballotRefusals,
  ...checkupRefusals,
  ...propertyChangeRefusals,
  ...proxyRefusals,
  ...votingRefusals,
  ...deliveryRefusals,
  ...contactRefusals,
  ...publicationRefusals,
  ...paperRefusals,
  ...readingRefusals,
  ...resultRefusals,
  ...objectionRefusals,
  ...routeRefusals,
  ...evidenceRefusals,
  ...documentRefusals,
  ...sampleRefusals,
  ...sensitivityRefusals,
  ...sharingRefusals,
  ...privacyRefusals,
  ...retentionRefusals,
} as const

/** What the journal calls each feature and its actions, by the part of their names before the dot; in this order they are offered. */
const labels = {
  voting: votingLabels,
  ballot: ballotLabels,
  checkup: checkupLabels,
  proxy: proxyLabels,
  sample: sampleLabels,
  activity: activityLabels,
  todo: todoLabels,
  notification: deliveryLabels,
  contact: contactLabels,
  publication: publicationLabels,
  objection: objectionLabels,
  paper: paperLabels,
  reading: readingLabels,
  route: routeLabels,
  propertyChange: propertyChangeLabels,
  property: propertyLabels,
  estate: estateLabels,
  estateRules: estateRulesLabels,
  privacy: privacyLabels,
  retention: retentionLabels,
  result: resultLabels,
  evidence: evidenceLabels,
  document: documentLabels,
  account: accountLabels,
  file: fileLabels,
  audit: journalLabels,
  sharing: sharingLabels,
  system: systemLabels,
} as const
export type ActionKind = keyof typeof labels
export type JournalAction = { [Kind in ActionKind]: keyof (typeof labels)[Kind]['actions'] }[ActionKind]

/** All actions recorded in the journal. Others cannot be recorded. */
export const journalActions = Object.fromEntries(Object.values(labels).flatMap(({ actions }) => Object.entries<RecordedAction>(actions))) as Readonly<
  Record<JournalAction, RecordedAction>
> satisfies Readonly<Record<OwnAction, RecordedAction>>

type KindOf<Action> = Action extends `${infer Kind}.${string}` ? Kind : never
/** Actions of one kind in words. */
export const actionKinds = Object.fromEntries(Object.entries(labels).map(([name, { kind }]) => [name, kind])) as Readonly<
  Record<ActionKind, string>
> satisfies Readonly<Record<KindOf<JournalAction>, string>>

/** Labels of entries' fields, the most informative first: in display order. Fields shared by several features are in between. */
export const fieldNames = {
  ...accountLabels.fields,
  ...sharingLabels.fields,
  estateName: '小区',
  activityTitle: '投票活动',
  name: '名称',
  title: '标题',
  ...estateLabels.fields,
  ...estateRulesLabels.fields,
  ...propertyLabels.fields,
  ...routeLabels.fields,
  ...ballotLabels.fields,
  total: '总行数',
  inserted: '新增',
  namedColumns: '指明的列',
  correctedCells: '手工改正的单元格',
  updated: '更新',
  changed: '改动的房产',
  kept: '位置待处理的房产',
  added: '新增',
  removed: '移除',
  voided: '作废',
  restored: '恢复',
  skipped: '跳过',
  ...checkupLabels.fields,
  reason: '原因',
  isUpdated: '已更新',
  ...systemLabels.fields,
  ...fileLabels.fields,
  ...evidenceLabels.fields,
  ...documentLabels.fields,
  scope: '范围',
  purpose: '用途',
  rowCount: '行数',
  ...storedFileFields,
  ...activityLabels.fields,
  ...todoLabels.fields,
  status: '状态',
  markedCode: codeLabels.either,
  ...paperLabels.fields,
  ...votingLabels.fields,
  ...readingLabels.fields,
  ...proxyLabels.fields,
  ...sampleLabels.fields,
  ...deliveryPolicyFields,
  ballotNumber: '票权序号',
  ballotAreaHundredths: '票权面积(㎡)',
  ...deliveryLabels.fields,
  ...contactLabels.fields,
  ...publicationLabels.fields,
  ...objectionLabels.fields,
  ...propertyChangeLabels.fields,
  before: '变更前',
  after: '变更后',
  property: '房产',
  ballots: '票权',
  houses: '房屋',
  number: '票权序号',
  rosters: '各活动清册',
  files: '附件',
  ...journalLabels.fields,
  ...sessionFields,
  ...resultLabels.fields,
  ...retentionLabels.fields,
  ...privacyLabels.fields,
} as const
/** A field that an entry may hold; one without a label does not compile (journal/content.ts). */
export type JournalField = keyof typeof fieldNames | keyof typeof technicalNames

const isAction = (action: string): action is JournalAction => Object.hasOwn(journalActions, action)
/** A recorded action's label; `其他操作` if unknown to this version, as from a newer program. */
export const actionName = (action: string): string => (isAction(action) ? journalActions[action].name : '其他操作')

/** The label of a kind of actions (the feature before the dot of their names); `其他操作` if unknown. */
export const actionKindName = (kind: string): string => (Object.hasOwn(actionKinds, kind) ? actionKinds[kind as ActionKind] : '其他操作')

/** The kind of an action's entries; a change for those of older programs. */
export const entryKindOf = (action: string): EntryKind => (isAction(action) ? journalActions[action].kind : 'change')

/** Label of a field; 其他 for one that is no longer known. */
export function fieldName(name: string): string {
  if (Object.hasOwn(fieldNames, name)) return fieldNames[name as keyof typeof fieldNames]
  return Object.hasOwn(technicalNames, name) ? technicalNames[name as keyof typeof technicalNames] : '其他'
}
/** Whether a field is shown to all readers of the journal. */
export const isPlainField = (name: string): boolean => Object.hasOwn(fieldNames, name)
const places: ReadonlyMap<string, number> = new Map(Object.keys(fieldNames).map((name, place) => [name, place]))
/** A field's position in {@link fieldNames}; unknown ones come last. */
export const fieldRank = (name: string): number => places.get(name) ?? places.size
export const FIELD_COUNT = places.size
