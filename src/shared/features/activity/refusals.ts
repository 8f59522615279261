import { conflict, forbidden, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import { roleNames } from '../account/roles.ts'
import { activityLimits, activitySteps, statusName, type ActivityStatus, type ActivityStep } from './rules.ts'

/** The current status, and the step it does not allow. */
export interface WrongStatus {
  readonly status: ActivityStatus
  readonly step: ActivityStep
}
const wrongStatus = ({ status, step }: WrongStatus): string => `当前状态为“${statusName(status)}”，不能${activitySteps[step].words}`

/** Refusals of activities (`wire.md` section 4). */
export const activityRefusals = refusalPart({
  'activity.notFound': notFound('投票活动不存在'),
  'activity.notCreator': forbidden('只有活动创建人可以执行此操作'),
  'activity.successorSeesNot': ruleSaysNo('该账号看不到活动所在的小区，请先在账号管理中调整其小区范围，或移交给其他账号'),
  'activity.successorCannotManage': ruleSaysNo(`接手人须是正常使用的${roleNames.manager}或${roleNames.admin}`),
  'activity.wrongStatus': conflict(wrongStatus),
  'activity.hasPapers': conflict('已生成选票，请先作废全部选票再修改'),
  'activity.noBallots': ruleSaysNo('没有可用的票权，不能开启投票'),
  'activity.ended': ruleSaysNo('结束时间已过，请先修改投票时间'),
  'activity.noScopeLeft': ruleSaysNo('原活动的投票范围在小区中已不存在，不能复制，请新增活动并重新选择投票范围'),
  'activity.unknownScope': invalid(({ path }: { readonly path: string }) => `投票范围中的“${path}”在小区中不存在，请重新选择投票范围`, {
    fields: ['scopeNodes'],
  }),
  'activity.secondEntryReason': invalid(activityLimits.secondEntryReason.missing, { fields: ['reason'] }),
  'activity.endNotLater': invalid('延期后的结束时间必须晚于原结束时间，也晚于现在', { fields: ['enddate'] }),
})
