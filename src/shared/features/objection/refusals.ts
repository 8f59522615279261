import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { objectionMessages as say } from './rules.ts'

/** Refusals of registering and deciding objections (`after.md` section 4). */
export const objectionRefusals = refusalPart({
  'objection.notFound': { code: Code.notFound, sentence: '该异议已不存在，请刷新后重试' },
  'objection.inFuture': { code: Code.invalid, sentence: say.inFuture, fields: ['receivedat'] },
  'objection.otherTopics': { code: Code.invalid, sentence: say.topics, fields: ['votetopicids'] },
  'objection.notPending': { code: Code.conflict, sentence: '该异议已裁定或撤回，不能撤回，请刷新后查看' },
  'objection.withdrawn': { code: Code.conflict, sentence: '该异议已撤回，不能裁定，请刷新后查看' },
  'objection.decided': { code: Code.conflict, sentence: '该异议已裁定，如需改裁，请刷新后选择重新裁定' },
  'objection.needlessCorrections': { code: Code.invalid, sentence: say.needless, fields: ['corrections'] },
  'objection.notFinished': { code: Code.conflict, sentence: '投票尚未结束，请在投票记录、送达或清册中改正，不能登记更正' },
  'objection.ownEntry': { code: Code.conflict, sentence: '不能裁定自己录入的投票' },
  'objection.same': { code: Code.invalid, sentence: say.same, fields: ['corrections'] },
  'objection.noReceipt': { code: Code.invalid, sentence: say.noReceipt, fields: ['corrections'] },
  'objection.noArea': { code: Code.invalid, sentence: say.noArea, fields: ['corrections'] },
  'objection.notVoted': { code: Code.conflict, sentence: '该票权没有有效的投票，不能作废或更正投票内容' },
  'objection.voted': { code: Code.conflict, sentence: '该票权已投票' },
  'objection.notDelivered': { code: Code.conflict, sentence: '该票权没有送达记录，不能更正为未送达' },
  'objection.corrected': {
    code: Code.conflict,
    sentence: ({ number }: { readonly number: number }) => `该票权已由异议${number}更正`,
  },
  'objection.noMerge': { code: Code.ruleSaysNo, sentence: '投票结束后不能合并票权，合并不属于更正' },
})
