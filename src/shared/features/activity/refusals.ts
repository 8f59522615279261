import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
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
  'activity.notFound': { code: Code.notFound, sentence: '投票活动不存在' },
  'activity.notCreator': { code: Code.forbidden, sentence: '只有活动创建人可以执行此操作' },
  'activity.successorSeesNot': { code: Code.ruleSaysNo, sentence: '该账号看不到活动所在的小区，请先在账号管理中调整其小区范围，或移交给其他账号' },
  'activity.successorCannotManage': {
    code: Code.ruleSaysNo,
    sentence: `接手人须是正常使用的${roleNames.manager}或${roleNames.admin}`,
  },
  'activity.wrongStatus': { code: Code.conflict, sentence: wrongStatus },
  'activity.hasPapers': { code: Code.conflict, sentence: '已生成选票，请先作废全部选票再修改' },
  'activity.noBallots': { code: Code.ruleSaysNo, sentence: '没有可用的票权，不能开启投票' },
  'activity.ended': { code: Code.ruleSaysNo, sentence: '结束时间已过，请先修改投票时间' },
  'activity.noScopeLeft': { code: Code.ruleSaysNo, sentence: '原活动的投票范围在小区中已不存在，不能复制，请新增活动并重新选择投票范围' },
  'activity.unknownScope': {
    code: Code.invalid,
    sentence: ({ path }: { readonly path: string }) => `投票范围中的“${path}”在小区中不存在，请重新选择投票范围`,
    fields: ['scopeNodes'],
  },
  'activity.secondEntryReason': { code: Code.invalid, sentence: activityLimits.secondEntryReason.missing, fields: ['reason'] },
  'activity.endNotLater': { code: Code.invalid, sentence: '延期后的结束时间必须晚于原结束时间，也晚于现在', fields: ['enddate'] },
})
