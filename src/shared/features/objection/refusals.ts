import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import { objectionMessages as say } from './rules.ts'

/** Refusals of registering and deciding objections (`after.md` section 4). */
export const objectionRefusals = refusalPart({
  'objection.notFound': notFound('该异议已不存在，请刷新后重试'),
  'objection.inFuture': invalid(say.inFuture, { fields: ['receivedat'] }),
  'objection.otherTopics': invalid(say.topics, { fields: ['votetopicids'] }),
  'objection.notPending': conflict('该异议已裁定或撤回，不能撤回，请刷新后查看'),
  'objection.withdrawn': conflict('该异议已撤回，不能裁定，请刷新后查看'),
  'objection.decided': conflict('该异议已裁定，如需改裁，请刷新后选择重新裁定'),
  'objection.needlessCorrections': invalid(say.needless, { fields: ['corrections'] }),
  'objection.notFinished': conflict('投票尚未结束，请在投票记录、送达或清册中改正，不能登记更正'),
  'objection.ownEntry': conflict('不能裁定自己录入的投票'),
  'objection.same': invalid(say.same, { fields: ['corrections'] }),
  'objection.noReceipt': invalid(say.noReceipt, { fields: ['corrections'] }),
  'objection.noArea': invalid(say.noArea, { fields: ['corrections'] }),
  'objection.notVoted': conflict('该票权没有有效的投票，不能作废或更正投票内容'),
  'objection.voted': conflict('该票权已投票'),
  'objection.notDelivered': conflict('该票权没有送达记录，不能更正为未送达'),
  'objection.corrected': conflict(({ number }: { readonly number: number }) => `该票权已由异议${number}更正`),
  'objection.noMerge': ruleSaysNo('投票结束后不能合并票权，合并不属于更正'),
})
