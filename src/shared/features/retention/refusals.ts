import { conflict, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of erasing personal data, and of activities whose personal data are erased. */
export const retentionRefusals = refusalPart({
  'retention.noYears': conflict('还没有设置保留年限，请先设置'),
  'retention.notFinished': conflict('活动还没有结束，不能清除个人信息'),
  'retention.notDue': conflict(({ from }: { readonly from: string }) => `保留期还没有到，${from} 起才能清除`),
  'retention.tooFewDays': ruleSaysNo(
    ({ days, needed }: { readonly days: number; readonly needed: number }) => `结束后只有${days}天有操作记录，满${needed}天后才能清除`,
  ),
  'retention.erased': conflict('该表决的个人信息已经清除'),
  'retention.changesWait': conflict(({ count }: { readonly count: number }) => `该活动还有${count}条房产变更等待审批，请先审批或拒绝`),
  'retention.unsound': ruleSaysNo('操作日志或投票记录校验不通过，清除后将无法查证，请先在“操作日志”和“表决结果”中查清'),
  'retention.nothing': conflict('没有可以清除的房产'),
  'retention.noBundle': conflict('该表决的个人信息已按数据保留清除，不能生成应诉包'),
  'retention.noMoments': conflict('该表决的个人信息已按数据保留清除，不能对比两个时刻'),
  'retention.noObjections': conflict('该表决的个人信息已按数据保留清除，不能再登记、撤回或裁定异议'),
  'retention.noPublications': conflict('该表决的个人信息已按数据保留清除，不能再登记或撤回公示'),
})
