import { refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of sensitivity checks (`insight.md` section 3). */
export const sensitivityRefusals = refusalPart({
  'sensitivity.noVotes': ruleSaysNo('还没有人投票，暂无结论可以体检'),
  'sensitivity.tooLong': ruleSaysNo('票数和议题过多，试算超时，请稍后重试'),
  'sensitivity.tooMuch': ruleSaysNo('票数和议题过多，内存不足，暂不能试算'),
})
