import type { EndpointName } from '#shared/contract/index.ts'
import { formatTime } from '#shared/contract/values.ts'
import type { AuditEntry, OwnAction } from '#shared/features/audit/contract.ts'

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
  'result.notVotedSheet': '导出未投名单',
  'property.export': '导出房产',
  'estate.export': '导出小区',
  'activity.export': '导出投票活动',
  'ballot.exportRoster': '导出票权清册',
  'ballot.exportUnmerged': '导出未合并的产权人',
  'notification.export': '导出送达登记',
  'propertyChange.export': '导出房产变更',
  'account.export': '导出账号',
  'system.restore': '恢复数据',
  'system.normalise': '整理历史数据',
  'file.expire': '清理无用附件',
} as const satisfies Partial<Record<EndpointName, string>> & Record<OwnAction, string>

export const actionName = (action: string): string => (Object.hasOwn(actionNames, action) ? actionNames[action as keyof typeof actionNames] : '其他操作')

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
