import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import { proxyMessages } from './rules.ts'

/** Refusals of proxies (`paper.md` section 3). */
export const proxyRefusals = refusalPart({
  'proxy.notFound': notFound('委托不存在'),
  'proxy.nobody': invalid(proxyMessages.nobody, { fields: ['agentphone'] }),
  'proxy.otherTopics': invalid(proxyMessages.topics, { fields: ['votetopicids'] }),
  'proxy.taken': conflict('该票权已有有效的委托，请先撤销'),
  'proxy.voted': conflict('该票权已投票，不能再登记委托'),
  'proxy.alreadyRevoked': conflict('该委托已撤销'),
  'proxy.tooMany': ruleSaysNo(({ held }: { readonly held: number }) => `受托人已代理${held}户，超过上限`),
  'proxy.oneBallot': invalid('代理投票一次只能提交一票', { fields: ['proxyid'] }),
  'proxy.revoked': ruleSaysNo('该委托已撤销，不能代理投票'),
  'proxy.expired': ruleSaysNo('收到选票时委托已过期，不能代理投票'),
  'proxy.otherBallot': ruleSaysNo('该委托不属于所选的票权'),
  'proxy.topicNotCovered': ruleSaysNo('委托事项不包括所选的议题'),
})
