import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import type { TakenBallot } from './contract.ts'
import { OTHER_TOPICS, RECEIVED_IN_FUTURE } from './rules.ts'

/** The conflicting records; null if not included. */
export interface Taken {
  readonly taken: readonly TakenBallot[] | null
}

/** Refusals of marking, voting and tallying (`wire.md` section 6, `bad-input.md`). */
export const votingRefusals = refusalPart({
  'voting.outsideTime': { code: Code.ruleSaysNo, sentence: '不在投票时间内' },
  'voting.receivedOutsideTime': { code: Code.ruleSaysNo, sentence: '该选票不在投票时间内收到' },
  'voting.receivedInFuture': { code: Code.invalid, sentence: RECEIVED_IN_FUTURE, fields: ['receivedat'] },
  'voting.otherTopics': { code: Code.invalid, sentence: OTHER_TOPICS, fields: ['records'] },
  'voting.alreadyVoted': { code: Code.conflict, sentence: '该票权已投票', data: ({ taken }: Taken) => taken },
  'voting.noCode': { code: Code.invalid, sentence: '请输入标记码', fields: ['markedcodes'] },
  'voting.codeTaken': { code: Code.conflict, sentence: '该标记码已被使用', data: ({ taken }: Taken) => taken },
  'voting.unknownCode': { code: Code.notFound, sentence: '未找到该标记码' },
  'voting.otherCode': { code: Code.conflict, sentence: '标记码与所选票权不一致，请刷新后重试' },
  'voting.onlyVoided': { code: Code.conflict, sentence: '只有已作废的票才能不凭标记码重新唱票' },
  'voting.notOwnVote': { code: Code.forbidden, sentence: '只能作废自己当天录入的投票' },
  'voting.onlyVoted': { code: Code.conflict, sentence: '只有已投票或已唱票的票可以作废' },
  'voting.onlyMarked': { code: Code.conflict, sentence: '只有已标记、未投票的票可以撤销标记' },
  'voting.markChanged': {
    code: Code.conflict,
    sentence: ({ code }: { readonly code: string }) => (code === '' ? '标记已被撤销，请刷新后查看' : `标记码已改为${code}，不能撤销，请刷新后查看`),
  },
  'voting.noRecord': { code: Code.notFound, sentence: '投票记录不存在' },
  'voting.pathTooShort': { code: Code.invalid, sentence: '请选择楼栋或单元', fields: ['xPath'] },
})
