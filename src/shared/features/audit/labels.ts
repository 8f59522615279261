import type { AuditLabels } from '../../contract/auditLabels.ts'
import { accountLabels, sessionFields } from '../account/labels.ts'
import { activityLabels, deliveryPolicyFields } from '../activity/labels.ts'
import { ballotLabels } from '../ballot/labels.ts'
import { checkupLabels } from '../checkup/labels.ts'
import { documentLabels } from '../document/labels.ts'
import { estateLabels } from '../estate/labels.ts'
import { evidenceLabels } from '../evidence/labels.ts'
import { fileLabels, storedFileFields } from '../file/labels.ts'
import { notificationLabels } from '../notification/labels.ts'
import { paperLabels } from '../paper/labels.ts'
import { privacyLabels } from '../privacy/labels.ts'
import { propertyLabels } from '../property/labels.ts'
import { propertyChangeLabels } from '../property-change/labels.ts'
import { proxyLabels } from '../proxy/labels.ts'
import { resultLabels } from '../result/labels.ts'
import { retentionLabels } from '../retention/labels.ts'
import { routeLabels } from '../route/labels.ts'
import { sharingLabels } from '../sharing/labels.ts'
import { systemLabels } from '../system/labels.ts'
import { votingLabels } from '../voting/labels.ts'
import type { OwnAction } from './ownActions.ts'
import { technicalNames } from './technicalNames.ts'

/** The journal's own. */
const auditLabels = {
  kind: '操作日志',
  actions: {
    'audit.export': '导出操作日志',
    'audit.secondForm': '启用新日志格式',
    'audit.key': '启用签名密钥',
    'audit.baseline': '旧日志的起始状态',
  },
  fields: {
    entryCount: '日志条数',
    isMasked: '手机号与证件号已打码',
    from: '起始时间',
    to: '截止时间',
    person: '操作人',
    actionChosen: '操作类型',
    condition: '查询内容',
    kind: '日志类别',
    count: '次数',
    isUnsigned: '签名密钥不可用没有检查点',
  },
} as const satisfies AuditLabels<'audit'>

/** Every action that the journal records, in words. What is not here cannot be recorded. */
export const actionNames = {
  ...votingLabels.actions,
  ...ballotLabels.actions,
  ...checkupLabels.actions,
  ...proxyLabels.actions,
  ...activityLabels.actions,
  ...notificationLabels.actions,
  ...paperLabels.actions,
  ...routeLabels.actions,
  ...propertyChangeLabels.actions,
  ...propertyLabels.actions,
  ...estateLabels.actions,
  ...privacyLabels.actions,
  ...retentionLabels.actions,
  ...resultLabels.actions,
  ...evidenceLabels.actions,
  ...documentLabels.actions,
  ...accountLabels.actions,
  ...fileLabels.actions,
  ...auditLabels.actions,
  ...sharingLabels.actions,
  ...systemLabels.actions,
} as const satisfies Readonly<Record<OwnAction, string>>
export type AuditAction = keyof typeof actionNames

type KindOf<Action> = Action extends `${infer Kind}.${string}` ? Kind : never
/** Actions of one kind, by the part of their names before the dot; in this order they are offered. */
export const actionKinds = {
  voting: votingLabels.kind,
  ballot: ballotLabels.kind,
  checkup: checkupLabels.kind,
  proxy: proxyLabels.kind,
  activity: activityLabels.kind,
  notification: notificationLabels.kind,
  paper: paperLabels.kind,
  route: routeLabels.kind,
  propertyChange: propertyChangeLabels.kind,
  property: propertyLabels.kind,
  estate: estateLabels.kind,
  privacy: privacyLabels.kind,
  retention: retentionLabels.kind,
  result: resultLabels.kind,
  evidence: evidenceLabels.kind,
  document: documentLabels.kind,
  account: accountLabels.kind,
  file: fileLabels.kind,
  audit: auditLabels.kind,
  sharing: sharingLabels.kind,
  system: systemLabels.kind,
} as const satisfies Readonly<Record<KindOf<AuditAction>, string>>
export type ActionKind = keyof typeof actionKinds

const isAction = (action: string): action is AuditAction => Object.hasOwn(actionNames, action)
/** An audited action in words; one that this version does not know, as from a newer program, is `其他操作`. */
export const actionName = (action: string): string => (isAction(action) ? actionNames[action] : '其他操作')

/** A kind of actions in words (the feature before the dot of their names); an unknown one is `其他操作`. */
export const actionKindName = (kind: string): string => (Object.hasOwn(actionKinds, kind) ? actionKinds[kind as ActionKind] : '其他操作')

/** The fields of entries in words, the telling ones first: in this order they are shown. Those of several features stand between. */
export const fieldNames = {
  ...accountLabels.fields,
  ...sharingLabels.fields,
  estateName: '小区',
  activityTitle: '投票活动',
  name: '名称',
  title: '标题',
  ...estateLabels.fields,
  ...propertyLabels.fields,
  ...routeLabels.fields,
  ...ballotLabels.fields,
  total: '总行数',
  inserted: '新增',
  namedColumns: '指明的列',
  updated: '更新',
  changed: '改动的房产',
  kept: '位置待处理的房产',
  added: '新增',
  removed: '移除',
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
  status: '状态',
  markedCode: '标记码',
  ...paperLabels.fields,
  ...votingLabels.fields,
  ...proxyLabels.fields,
  ...deliveryPolicyFields,
  ballotNumber: '票权序号',
  ballotAreaHundredths: '票权面积(㎡)',
  ...notificationLabels.fields,
  ...propertyChangeLabels.fields,
  before: '变更前',
  after: '变更后',
  property: '房产',
  ballots: '票权',
  houses: '房屋',
  number: '票权序号',
  rosters: '各活动清册',
  files: '附件',
  ...auditLabels.fields,
  ...sessionFields,
  ...resultLabels.fields,
  ...retentionLabels.fields,
  ...privacyLabels.fields,
} as const
/** A field that an entry may hold; one without a word does not compile (audit/content.ts). */
export type AuditField = keyof typeof fieldNames | keyof typeof technicalNames

/** A field in words; what an older program wrote and nobody knows any more is 其他. */
export function fieldName(name: string): string {
  if (Object.hasOwn(fieldNames, name)) return fieldNames[name as keyof typeof fieldNames]
  return Object.hasOwn(technicalNames, name) ? technicalNames[name as keyof typeof technicalNames] : '其他'
}
/** Whether a field is for everybody who reads the journal. */
export const isPlainField = (name: string): boolean => Object.hasOwn(fieldNames, name)
const places: ReadonlyMap<string, number> = new Map(Object.keys(fieldNames).map((name, place) => [name, place]))
/** The place of a field in the order of {@link fieldNames}; behind all others where it is not among them. */
export const fieldRank = (name: string): number => places.get(name) ?? places.size
export const FIELD_COUNT = places.size
