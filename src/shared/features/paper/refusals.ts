import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { paperActionNames, paperStateNames, type PaperAction, type PaperState, type RegisteredState } from './rules.ts'

/** A refused paper, as named on the screens. */
export interface RefusedPaper {
  readonly code: string
  /** As text. */
  readonly place: string
  readonly ownerName: string
  readonly state: PaperState
}
const paperFields = ({ code, place, ownerName, state }: RefusedPaper) => ({ code, place, ownername: ownerName, status: state })

const registeredNames: Readonly<Record<RegisteredState, string>> = { 1: '发出', 2: '收回' }

/** Refusals of papers (`paper.md` section 4), and messages for codes of spoiled or replaced papers. */
export const paperRefusals = refusalPart({
  'paper.noScope': { code: Code.invalid, sentence: '请选择要生成选票的楼栋、单元或票权', fields: ['xpath'] },
  'paper.noCodes': { code: Code.invalid, sentence: '请扫描或输入选票编号', fields: ['codes'] },
  'paper.unknown': { code: Code.notFound, sentence: ({ code }: { code: string }) => `未找到编号为${code}的选票` },
  'paper.inFuture': { code: Code.invalid, sentence: '收回时间不能晚于现在', fields: ['receivedat'] },
  'paper.wrongState': {
    code: Code.conflict,
    sentence: ({ paper, action }: { paper: RefusedPaper; action: PaperAction }) =>
      `选票${paper.code}${paperStateNames[paper.state]}，不能登记${paperActionNames[action]}`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.notRegistered': {
    code: Code.conflict,
    sentence: ({ paper, state }: { paper: RefusedPaper; state: RegisteredState }) =>
      `选票${paper.code}现在是“${paperStateNames[paper.state]}”，不能撤销${registeredNames[state]}`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.notOwn': {
    code: Code.conflict,
    sentence: ({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已由别人登记，不能撤销`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.entered': {
    code: Code.conflict,
    sentence: ({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已录入过投票，不能撤销收回`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.printedAfterReturn': {
    code: Code.conflict,
    sentence: ({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已收回，不能再打印`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.tooMany': { code: Code.invalid, sentence: ({ limit }: { limit: number }) => `一次最多打印${limit}份选票，请按楼栋分批打印`, fields: ['xpath'] },
  'paper.replaced': {
    code: Code.conflict,
    sentence: ({ newCode }: { newCode: string }) => `该选票已换发，新编号${newCode}`,
    data: ({ newCode, paper }: { newCode: string; paper: RefusedPaper }) => ({ ...paperFields(paper), newcode: newCode }),
  },
  'paper.spoiled': { code: Code.conflict, sentence: '该选票已作废', data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper) },
  'paper.voted': {
    code: Code.conflict,
    sentence: ({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已录入投票，请先作废该投票`,
    data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper),
  },
  'paper.otherCode': { code: Code.conflict, sentence: ({ code }: { code: string }) => `该票权已生成选票，编号${code}，不能使用其他标记码` },
  'paper.ofMark': { code: Code.conflict, sentence: ({ code }: { code: string }) => `该标记属于选票${code}，请在选票管理中作废该选票` },
})
