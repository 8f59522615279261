import { conflict, forbidden, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import type { TakenBallot } from './contract.ts'
import { OTHER_TOPICS, RECEIVED_IN_FUTURE } from './rules.ts'

/** The conflicting records; null if not included. */
export interface Taken {
  readonly taken: readonly TakenBallot[] | null
}

/** Refusals of marking, voting and tallying (`wire.md` section 6, `bad-input.md`). */
export const votingRefusals = refusalPart({
  'voting.outsideTime': ruleSaysNo('不在投票时间内'),
  'voting.receivedOutsideTime': ruleSaysNo('该选票不在投票时间内收到'),
  'voting.receivedInFuture': invalid(RECEIVED_IN_FUTURE, { fields: ['receivedat'] }),
  'voting.otherTopics': invalid(OTHER_TOPICS, { fields: ['records'] }),
  'voting.alreadyVoted': conflict('该票权已投票', { data: ({ taken }: Taken) => taken }),
  'voting.noCode': invalid('请输入标记码', { fields: ['markedcodes'] }),
  'voting.codeTaken': conflict('该标记码已被使用', { data: ({ taken }: Taken) => taken }),
  'voting.unknownCode': notFound('未找到该标记码'),
  'voting.otherCode': conflict('标记码与所选票权不一致，请刷新后重试'),
  'voting.onlyVoided': conflict('只有已作废的票才能不凭标记码重新唱票'),
  'voting.notOwnVote': forbidden('只能作废自己当天录入的投票'),
  'voting.onlyVoted': conflict('只有已投票或已唱票的票可以作废'),
  'voting.onlyMarked': conflict('只有已标记、未投票的票可以撤销标记'),
  'voting.markChanged': conflict(({ code }: { readonly code: string }) =>
    code === '' ? '标记已被撤销，请刷新后查看' : `标记码已改为${code}，不能撤销，请刷新后查看`,
  ),
  'voting.noRecord': notFound('投票记录不存在'),
  'voting.pathTooShort': invalid('请选择楼栋或单元', { fields: ['xPath'] }),
})
