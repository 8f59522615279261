import { conflict, forbidden, invalid, notFound, refusalPart } from '../../contract/refusalPart.ts'
import { deliveryMessages } from './rules.ts'

/** Refusals of registering deliveries (`wire.md` section 8). */
export const deliveryRefusals = refusalPart({
  'notification.notInRoster': notFound('该房屋不在票权清册中，请刷新后重试'),
  'notification.inFuture': invalid(deliveryMessages.inFuture, { fields: ['notifytime'] }),
  'notification.noticeEndsBefore': invalid(deliveryMessages.noticeEndsBefore, { fields: ['noticeto'] }),
  'notification.notFound': notFound('该送达记录已不存在，请刷新后重试'),
  'notification.notOwn': forbidden('只能作废自己当天登记的送达，其他的请管理员作废'),
  'notification.alreadyVoid': conflict('该送达已作废，请刷新后查看'),
  'notification.noImport': notFound('没有可以撤销的送达导入：已经撤销，或之后又导入过，请刷新后再看'),
  'notification.importChanged': conflict(({ count }: { readonly count: number }) => `导入之后有${count}条送达已修改或作废，不能撤销，请在“查看”里逐条作废`),
  'notification.importVoted': conflict(({ count }: { readonly count: number }) => `导入之后有${count}票已投票，不能撤销，请在“查看”里逐条作废`),
  'notification.noBatch': notFound('这批送达已不存在，请刷新后查看'),
  'notification.batchChanged': conflict(({ count }: { readonly count: number }) => `登记之后有${count}条送达已修改或作废，不能撤销，请在“查看”里逐条作废`),
  'notification.batchVoted': conflict(({ count }: { readonly count: number }) => `登记之后有${count}票已投票，不能撤销，请在“查看”里逐条作废`),
  'notification.countChanged': conflict(
    ({ expected, found }: { readonly expected: number; readonly found: number }) => `房屋数有变化（原为 ${expected} 套，现在是 ${found} 套），请刷新后重新登记`,
  ),
})
