import type { EndpointName } from '#shared/contract/index.ts'
import { formatTime } from '#shared/contract/values.ts'
import type { AuditEntry } from '#shared/features/audit/contract.ts'
import { formatArea } from '../../widgets/numbers.ts'

/** Every change that the journal records, in words. */
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
  'activity.update': '修改投票活动',
  'activity.delete': '删除投票活动',
  'activity.start': '开启投票',
  'activity.startTally': '开启唱票',
  'activity.finish': '结束活动',
  'ballot.sync': '同步房产到清册',
  'ballot.merge': '合并票权',
  'ballot.split': '拆分票权',
  'ballot.splitOut': '拆出票权',
  'ballot.addProperty': '清册新增房产',
  'ballot.modifyProperty': '清册修改房产',
  'ballot.removeProperty': '清册删除房产',
  'voting.mark': '标记投票',
  'voting.complete': '完成投票',
  'voting.tally': '唱票',
  'voting.void': '作废投票',
  'notification.save': '登记送达',
  'notification.import': '导入送达',
  'propertyChange.handIn': '提交房产变更',
  'propertyChange.approve': '同意房产变更',
  'propertyChange.reject': '拒绝房产变更',
  'result.report': '生成报告',
} as const satisfies Partial<Record<EndpointName, string>>

export const actionName = (action: string): string => (Object.hasOwn(actionNames, action) ? actionNames[action as keyof typeof actionNames] : '其他操作')

/** The journal's fields in words; ids come last, because they say least. */
const fieldNames: Readonly<Record<string, string>> = {
  username: '用户名',
  role: '角色',
  roles: '角色',
  isDisabled: '已停用',
  name: '名称',
  title: '标题',
  address: '地址',
  period: '分期',
  zone: '区',
  building: '楼栋',
  unit: '单元',
  floor: '楼层',
  room: '房号',
  place: '房屋',
  areaHundredths: '面积(㎡)',
  ownerName: '产权人',
  phone: '手机号',
  idNumber: '证件号',
  total: '总行数',
  inserted: '新增',
  updated: '更新',
  changed: '改动的房产',
  added: '新增',
  skipped: '未同步',
  fileName: '文件名',
  sha256: '文件摘要',
  edition: '版本',
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
  rosterCount: '清册房产数',
  roster: '清册',
  status: '状态',
  markedCode: '标记码',
  answers: '投票内容',
  voterName: '投票人',
  voterPhone: '投票人手机号',
  voterIdNumber: '投票人证件号',
  voteSource: '送达方式',
  deliveredAt: '送达时间',
  deliveredBy: '送达人',
  remark: '备注',
  comment: '审批意见',
  applicant: '申请人',
  estateName: '小区',
  activityTitle: '投票活动',
  before: '改动前',
  after: '改动后',
  houses: '房屋',
  rosters: '各活动清册',
  pictures: '图片',
  personPictures: '身份证件照片',
  propertyPictures: '房产证件照片',
  files: '附件',
  ballotId: '票权编号',
  rosterPropertyId: '清册房产编号',
  propertyId: '房产编号',
  estateId: '小区编号',
  activityId: '投票活动编号',
}
const order = Object.keys(fieldNames)
const times = new Set(['startsAt', 'endsAt', 'deliveredAt'])

function wordOf(name: string, value: unknown): string {
  if (name === 'areaHundredths' && typeof value === 'number') return formatArea(value)
  if (times.has(name) && typeof value === 'number') return formatTime(value)
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value.join('、') : `${value.length} 项`
  if (typeof value === 'object' && value !== null) return lines(value).join('，')
  return String(value)
}

function lines(value: object): string[] {
  return Object.entries(value)
    .filter(([, each]) => each !== '' && each !== null && !(Array.isArray(each) && each.length === 0))
    .toSorted(([one], [other]) => place(one) - place(other))
    .map(([name, each]) => `${fieldNames[name] ?? '其他'}：${wordOf(name, each)}`)
}
const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)

/** A before or after as people read it: a line a field, the telling ones first; `''` for nothing. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' && !Array.isArray(value) ? lines(value).join('\n') : wordOf('', value)
}

const columns = ['序号', '时间', '账号', '姓名', '来源地址', '操作', '对象', '改动前', '改动后', '摘要'] as const

/** A cell of a CSV file: quoted, and never a formula where a spreadsheet opens it. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

/** The journal as a CSV file that Excel and WPS open: UTF-8 with its mark, a row an entry. */
export function journalCsv(entries: readonly AuditEntry[]): Uint8Array<ArrayBuffer> {
  const rows = entries.map((entry) => [
    String(entry.number),
    entry.at === null ? '' : formatTime(entry.at),
    entry.username,
    entry.nickName,
    entry.address,
    actionName(entry.action),
    entry.subject,
    entry.before === null ? '' : JSON.stringify(entry.before),
    entry.after === null ? '' : JSON.stringify(entry.after),
    entry.hash,
  ])
  return new TextEncoder().encode(`\ufeff${[columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`)
}
