import { conflict, invalid, notFound, refusalPart } from '../../contract/refusalPart.ts'
import type { StaleChangeField } from './contract.ts'

/** A request whose fields the registry has changed meanwhile: as text, and in wire format. */
export interface StaleRequest {
  readonly words: readonly string[]
  readonly stale: readonly StaleChangeField[]
}

/** Refusals of property change requests (`wire.md` section 8). */
export const propertyChangeRefusals = refusalPart({
  'propertyChange.notFound': notFound('变更申请不存在'),
  'propertyChange.decided': conflict('该申请已处理'),
  'propertyChange.own': conflict('不能审批自己提交的申请'),
  'propertyChange.noDifference': invalid('没有变化', { fields: ['afterdata'] }),
  'propertyChange.propertyGone': conflict('该房产已被删除，不能同意申请，请选择不同意'),
  'propertyChange.stale': conflict(({ words }: StaleRequest) => `房产信息已变化（${words.join('；')}），请核对后重新提交申请`, {
    data: ({ stale }: StaleRequest) => ({ stale }),
  }),
})
