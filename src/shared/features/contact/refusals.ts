import { conflict, forbidden, invalid, notFound, refusalPart, ruleSaysNo, tooMany } from '../../contract/refusalPart.ts'
import { reminderLimits as reminder } from './reminderRules.ts'
import { contactMessages as say } from './rules.ts'

/** Refusals of registering visits and sending text messages (`after.md` sections 2 and 8). */
export const contactRefusals = refusalPart({
  'contact.inFuture': invalid(say.inFuture, { fields: ['at'] }),
  'contact.noNext': invalid(say.noNext, { fields: ['nextat'] }),
  'contact.nextNotLater': invalid(say.nextNotLater, { fields: ['nextat'] }),
  'contact.nextForbidden': invalid(say.nextForbidden, { fields: ['nextat'] }),
  'contact.notFound': notFound('该走访记录已不存在，请刷新后重试'),
  'contact.notOwn': forbidden('只能撤回自己当天登记的走访，其他的请管理员撤回'),
  'contact.isText': conflict('催票短信已经发出，不能撤回'),
  'contact.remindWhom': invalid('请选择给一个范围或给选中的票权发催票短信，二者选一', { fields: ['xpath'] }),
  'contact.noGateway': ruleSaysNo('服务器没有设置短信网关，不能发催票短信，请联系系统管理员设置'),
  'contact.remindOver': ruleSaysNo('投票已到结束时间，不能再发催票短信'),
  'contact.remindHours': ruleSaysNo(`催票短信只能在每天${reminder.from}时至${reminder.to}时之间发送，请到时再发`),
  'contact.remindFull': tooMany(({ minutes }: { readonly minutes: number }) => `一小时最多发${reminder.anHour}条催票短信，请在${minutes}分钟后再试`),
  'contact.alreadyWithdrawn': conflict('该走访已撤回，请刷新后查看'),
})
