import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { publicationMessages as say } from './rules.ts'

/** Refusals of registering publications (`after.md` section 3). */
export const publicationRefusals = refusalPart({
  'publication.endsBefore': { code: Code.invalid, sentence: say.endsBefore, fields: ['dateto'] },
  'publication.noCorrection': { code: Code.ruleSaysNo, sentence: '本次表决还没有更正，不能登记更正公示' },
  'publication.notFound': { code: Code.notFound, sentence: '该公示已不存在，请刷新后重试' },
  'publication.alreadyWithdrawn': { code: Code.conflict, sentence: '该公示已撤回，请刷新后查看' },
})
