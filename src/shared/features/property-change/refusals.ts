import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import type { StaleChangeField } from './contract.ts'

/** A request whose fields the registry has changed meanwhile: as text, and in wire format. */
export interface StaleRequest {
  readonly words: readonly string[]
  readonly stale: readonly StaleChangeField[]
}

/** Refusals of property change requests (`wire.md` section 8). */
export const propertyChangeRefusals = refusalPart({
  'propertyChange.notFound': { code: Code.notFound, sentence: '变更申请不存在' },
  'propertyChange.decided': { code: Code.conflict, sentence: '该申请已处理' },
  'propertyChange.own': { code: Code.conflict, sentence: '不能审批自己提交的申请' },
  'propertyChange.noDifference': { code: Code.invalid, sentence: '没有变化', fields: ['afterdata'] },
  'propertyChange.propertyGone': { code: Code.conflict, sentence: '该房产已被删除，不能同意申请，请选择不同意' },
  'propertyChange.stale': {
    code: Code.conflict,
    sentence: ({ words }: StaleRequest) => `房产信息已变化（${words.join('；')}），请核对后重新提交申请`,
    data: ({ stale }: StaleRequest) => ({ stale }),
  },
})
