import type { OwnAction } from './contract.ts'

/** Every action that the journal records, in words. What is not here cannot be recorded. */
export const actionNames = {
  'account.register': '注册账号',
  'account.setRole': '修改角色',
  'account.setDisabled': '停用或启用账号',
  'account.resetPassword': '重置密码',
  'account.changePassword': '修改密码',
  'file.uploadImage': '上传图片',
  'file.uploadDocument': '上传附件',
  'estate.save': '新增小区',
  'estate.update': '修改小区',
  'estate.delete': '删除小区',
  'property.save': '新增房产',
  'property.update': '修改房产',
  'property.delete': '删除房产',
  'property.import': '导入房产',
  'activity.save': '新增投票活动',
  'activity.copy': '复制投票活动',
  'activity.update': '修改投票活动',
  'activity.delete': '删除投票活动',
  'activity.start': '开启投票',
  'activity.startTally': '开启唱票',
  'activity.finish': '结束活动',
  'ballot.sync': '同步房产到清册',
  'ballot.merge': '合并票权',
  'ballot.mergeOwners': '批量合并票权',
  'ballot.split': '拆分票权',
  'ballot.splitOut': '拆出票权',
  'ballot.addProperty': '清册新增房产',
  'ballot.modifyProperty': '清册修改房产',
  'ballot.removeProperty': '清册删除房产',
  'voting.mark': '标记投票',
  'voting.complete': '完成投票',
  'voting.tally': '唱票',
  'voting.void': '作废投票',
  'voting.unmark': '撤销标记',
  'notification.save': '登记送达',
  'notification.saveMany': '批量登记送达',
  'notification.import': '导入送达',
  'propertyChange.handIn': '提交房产变更',
  'propertyChange.approve': '同意房产变更',
  'propertyChange.reject': '拒绝房产变更',
  'result.report': '生成报告',
  'property.export': '导出房产',
  'estate.export': '导出小区',
  'activity.export': '导出投票活动',
  'ballot.exportRoster': '导出票权清册',
  'ballot.exportUnmerged': '导出未合并的产权人',
  'notification.export': '导出送达登记',
  'propertyChange.export': '导出房产变更',
  'account.export': '导出账号',
  'result.notVotedSheet': '导出未投名单',
  'audit.export': '导出操作日志',
  'system.restore': '恢复数据',
  'system.normalise': '整理历史数据',
  'file.expire': '清理无用附件',
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<OwnAction, string>>
export type AuditAction = keyof typeof actionNames

/** Actions of one kind, by the part of their names before the dot. */
export const actionKinds = {
  voting: '投票与唱票',
  ballot: '票权',
  activity: '投票活动',
  notification: '送达',
  propertyChange: '房产变更',
  property: '房产',
  estate: '小区',
  result: '报告',
  account: '账号',
  file: '附件',
  audit: '操作日志',
  system: '数据备份',
} as const
export type ActionKind = keyof typeof actionKinds

const isAction = (action: string): action is AuditAction => Object.hasOwn(actionNames, action)
export const actionName = (action: string): string => (isAction(action) ? actionNames[action] : '其他操作')

export const actionKindName = (kind: string): string => (Object.hasOwn(actionKinds, kind) ? actionKinds[kind as ActionKind] : '其他操作')

/** The fields of entries in words, the telling ones first: in this order they are shown. */
export const fieldNames = {
  username: '用户名',
  nickName: '姓名',
  role: '角色',
  roles: '角色',
  isDisabled: '已停用',
  estateName: '小区',
  activityTitle: '投票活动',
  name: '名称',
  title: '标题',
  address: '地址',
  place: '房屋',
  period: '分期',
  zone: '区',
  building: '楼栋',
  unit: '单元',
  room: '房号',
  floor: '楼层',
  areaHundredths: '面积(㎡)',
  ownerName: '产权人',
  phone: '手机号',
  idNumber: '证件号',
  mainPlace: '主房产',
  movedCount: '并入房产数',
  isEnded: '原票权已并空',
  total: '总行数',
  inserted: '新增',
  updated: '更新',
  changed: '改动的房产',
  kept: '位置待处理的房产',
  added: '新增',
  removed: '移除',
  skipped: '未同步',
  reason: '原因',
  isUpdated: '已更新',
  fileName: '文件名',
  restoredAt: '恢复时间',
  restoredBy: '恢复人',
  keptAs: '原数据库保存为',
  expired: '清理的附件',
  edition: '版本',
  scope: '范围',
  purpose: '用途',
  rowCount: '行数',
  mediaType: '文件类型',
  byteCount: '字节数',
  countingRule: '计票方式',
  ruleBasis: '议事规则依据',
  startsAt: '开始时间',
  endsAt: '结束时间',
  summary: '简介',
  detail: '详情',
  scopePaths: '投票范围',
  topics: '议题',
  copiedFrom: '复制自',
  options: '选项',
  topicType: '议题类型',
  voteModel: '表决方式',
  sortNo: '序号',
  rosterCount: '清册房产数',
  roster: '清册',
  status: '状态',
  markedCode: '标记码',
  answers: '投票内容',
  voterName: '投票人',
  voterPhone: '投票人手机号',
  voterIdNumber: '投票人证件号',
  source: '投票途径',
  ballotNumber: '票权序号',
  ballotAreaHundredths: '票权面积(㎡)',
  voteSource: '送达方式',
  deliveredAt: '送达时间',
  deliveredBy: '送达人',
  remark: '备注',
  notifyStatus: '送达状态',
  path: '楼栋单元',
  comment: '审批意见',
  applicant: '申请人',
  before: '变更前',
  after: '变更后',
  property: '房产',
  ballots: '票权',
  houses: '房屋',
  number: '票权序号',
  rosters: '各活动清册',
  files: '附件',
  entryCount: '日志条数',
  isMasked: '手机号与证件号已打码',
  from: '起始时间',
  to: '截止时间',
  person: '操作人',
  actionChosen: '操作类型',
  condition: '查询内容',
} as const
/** What only a technician looks for. */
export const technicalNames = {
  id: '编号',
  key: '内部编号',
  url: '附件地址',
  pictures: '图片',
  personPictures: '身份证件照片',
  propertyPictures: '房产证件照片',
  sha256: '文件摘要',
  provinceCode: '省级代码',
  cityCode: '市级代码',
  areaCode: '区县代码',
  subdistrictCode: '街道代码',
  communityCode: '社区代码',
  ballotId: '票权编号',
  ballotKey: '票权内部编号',
  rosterPropertyId: '清册房产编号',
  propertyId: '房产编号',
  estateId: '小区编号',
  activityId: '投票活动编号',
  creator: '创建人编号',
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
const order = Object.keys(fieldNames)
/** The place of a field in the order of {@link fieldNames}; behind all others where it is not among them. */
export function fieldRank(name: string): number {
  const place = order.indexOf(name)
  return place < 0 ? order.length : place
}
export const FIELD_COUNT = order.length

/** Kinds of stored files in words. */
export const mediaTypeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG 图片',
  'image/jpeg': 'JPEG 图片',
  'application/pdf': 'PDF 文档',
  'application/zip': '压缩包',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel 工作簿',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word 文档',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint 演示文稿',
}
/** How a vote came in. */
export const sourceNames: Readonly<Record<string, string>> = { mark: '标记', desk: '投票台', tally: '唱票' }
