import { conflict, invalid, refusalPart } from '../../contract/refusalPart.ts'
import { statusName, type ActivityStatus } from '../activity/rules.ts'

/** Refusals of the bundle (`proof-layout.md` section 6). */
export const evidenceRefusals = refusalPart({
  'evidence.purposeMissing': invalid('请输入用途', { fields: ['purpose'] }),
  'evidence.notFinished': conflict(({ status }: { readonly status: ActivityStatus }) => `当前状态为“${statusName(status)}”，结束后才能生成应诉包`),
})
