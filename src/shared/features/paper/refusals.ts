import { conflict, invalid, notFound, refusalPart } from '../../contract/refusalPart.ts'
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

/** `data` of a refusal of one paper. */
const ofPaper = { data: ({ paper }: { paper: RefusedPaper }) => paperFields(paper) } as const

const registeredNames: Readonly<Record<RegisteredState, string>> = { 1: '发出', 2: '收回' }

/** Refusals of papers (`paper.md` section 4), and messages for codes of spoiled or replaced papers. */
export const paperRefusals = refusalPart({
  'paper.noScope': invalid('请选择要生成选票的楼栋、单元或票权', { fields: ['xpath'] }),
  'paper.noCodes': invalid('请扫描或输入选票编号', { fields: ['codes'] }),
  'paper.unknown': notFound(({ code }: { code: string }) => `未找到编号为${code}的选票`),
  'paper.inFuture': invalid('收回时间不能晚于现在', { fields: ['receivedat'] }),
  'paper.wrongState': conflict(
    ({ paper, action }: { paper: RefusedPaper; action: PaperAction }) =>
      `选票${paper.code}${paperStateNames[paper.state]}，不能登记${paperActionNames[action]}`,
    ofPaper,
  ),
  'paper.notRegistered': conflict(
    ({ paper, state }: { paper: RefusedPaper; state: RegisteredState }) =>
      `选票${paper.code}现在是“${paperStateNames[paper.state]}”，不能撤销${registeredNames[state]}`,
    ofPaper,
  ),
  'paper.notOwn': conflict(({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已由别人登记，不能撤销`, ofPaper),
  'paper.entered': conflict(({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已录入过投票，不能撤销收回`, ofPaper),
  'paper.printedAfterReturn': conflict(({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已收回，不能再打印`, ofPaper),
  'paper.tooMany': invalid(({ limit }: { limit: number }) => `一次最多打印${limit}份选票，请按楼栋分批打印`, { fields: ['xpath'] }),
  'paper.replaced': conflict(({ newCode }: { newCode: string }) => `该选票已换发，新编号${newCode}`, {
    data: ({ newCode, paper }: { newCode: string; paper: RefusedPaper }) => ({ ...paperFields(paper), newcode: newCode }),
  }),
  'paper.spoiled': conflict('该选票已作废', ofPaper),
  'paper.voted': conflict(({ paper }: { paper: RefusedPaper }) => `选票${paper.code}已录入投票，请先作废该投票`, ofPaper),
  'paper.otherCode': conflict(({ code }: { code: string }) => `该票权已生成选票，编号${code}，不能使用其他标记码`),
  'paper.ofMark': conflict(({ code }: { code: string }) => `该标记属于选票${code}，请在选票管理中作废该选票`),
})
