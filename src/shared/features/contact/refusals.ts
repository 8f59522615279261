import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { reminderLimits as reminder } from './reminderRules.ts'
import { contactMessages as say } from './rules.ts'

/** Refusals of registering visits and sending text messages (`after.md` sections 2 and 8). */
export const contactRefusals = refusalPart({
  'contact.inFuture': { code: Code.invalid, sentence: say.inFuture, fields: ['at'] },
  'contact.noNext': { code: Code.invalid, sentence: say.noNext, fields: ['nextat'] },
  'contact.nextNotLater': { code: Code.invalid, sentence: say.nextNotLater, fields: ['nextat'] },
  'contact.nextForbidden': { code: Code.invalid, sentence: say.nextForbidden, fields: ['nextat'] },
  'contact.notFound': { code: Code.notFound, sentence: '该走访记录已不存在，请刷新后重试' },
  'contact.notOwn': { code: Code.forbidden, sentence: '只能撤回自己当天登记的走访，其他的请管理员撤回' },
  'contact.isText': { code: Code.conflict, sentence: '催票短信已经发出，不能撤回' },
  'contact.remindWhom': { code: Code.invalid, sentence: '请选择给一个范围或给选中的票权发催票短信，二者选一', fields: ['xpath'] },
  'contact.noGateway': { code: Code.ruleSaysNo, sentence: '服务器没有设置短信网关，不能发催票短信，请联系系统管理员设置' },
  'contact.remindOver': { code: Code.ruleSaysNo, sentence: '投票已到结束时间，不能再发催票短信' },
  'contact.remindHours': { code: Code.ruleSaysNo, sentence: `催票短信只能在每天${reminder.from}时至${reminder.to}时之间发送，请到时再发` },
  'contact.remindFull': {
    code: Code.tooMany,
    sentence: ({ minutes }: { readonly minutes: number }) => `一小时最多发${reminder.anHour}条催票短信，请在${minutes}分钟后再试`,
  },
  'contact.alreadyWithdrawn': { code: Code.conflict, sentence: '该走访已撤回，请刷新后查看' },
})
