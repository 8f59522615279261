import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import { publicationMessages as say } from './rules.ts'

/** Refusals of registering publications (`after.md` section 3). */
export const publicationRefusals = refusalPart({
  'publication.endsBefore': invalid(say.endsBefore, { fields: ['dateto'] }),
  'publication.noCorrection': ruleSaysNo('本次表决还没有更正，不能登记更正公示'),
  'publication.notFound': notFound('该公示已不存在，请刷新后重试'),
  'publication.alreadyWithdrawn': conflict('该公示已撤回，请刷新后查看'),
})
