import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { contactMessages as say } from './rules.ts'

/** What registering visits refuses (`after.md` section 2). */
export const contactRefusals = refusalPart({
  'contact.inFuture': { code: Code.invalid, sentence: say.inFuture, fields: ['at'] },
  'contact.noNext': { code: Code.invalid, sentence: say.noNext, fields: ['nextat'] },
  'contact.nextNotLater': { code: Code.invalid, sentence: say.nextNotLater, fields: ['nextat'] },
  'contact.nextForbidden': { code: Code.invalid, sentence: say.nextForbidden, fields: ['nextat'] },
  'contact.notFound': { code: Code.notFound, sentence: '该走访记录已不存在，请刷新后重试' },
  'contact.notOwn': { code: Code.forbidden, sentence: '只能撤回自己当天登记的走访，其他的请管理员撤回' },
  'contact.alreadyWithdrawn': { code: Code.conflict, sentence: '该走访已撤回，请刷新后查看' },
})
