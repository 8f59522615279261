import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { proxyMessages } from './rules.ts'

/** Refusals of proxies (`paper.md` section 3). */
export const proxyRefusals = refusalPart({
  'proxy.notFound': { code: Code.notFound, sentence: '委托不存在' },
  'proxy.nobody': { code: Code.invalid, sentence: proxyMessages.nobody, fields: ['agentphone'] },
  'proxy.otherTopics': { code: Code.invalid, sentence: proxyMessages.topics, fields: ['votetopicids'] },
  'proxy.taken': { code: Code.conflict, sentence: '该票权已有有效的委托，请先撤销' },
  'proxy.voted': { code: Code.conflict, sentence: '该票权已投票，不能再登记委托' },
  'proxy.alreadyRevoked': { code: Code.conflict, sentence: '该委托已撤销' },
  'proxy.tooMany': {
    code: Code.ruleSaysNo,
    sentence: ({ held }: { readonly held: number }) => `受托人已代理${held}户，超过上限`,
  },
  'proxy.oneBallot': { code: Code.invalid, sentence: '代理投票一次只能提交一票', fields: ['proxyid'] },
  'proxy.revoked': { code: Code.ruleSaysNo, sentence: '该委托已撤销，不能代理投票' },
  'proxy.expired': { code: Code.ruleSaysNo, sentence: '收到选票时委托已过期，不能代理投票' },
  'proxy.otherBallot': { code: Code.ruleSaysNo, sentence: '该委托不属于所选的票权' },
  'proxy.topicNotCovered': { code: Code.ruleSaysNo, sentence: '委托事项不包括所选的议题' },
})
