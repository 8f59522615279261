import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of samples (`reading.md` section 5). */
export const sampleRefusals = refusalPart({
  'sample.notFound': { code: Code.notFound, sentence: '抽样不存在' },
  'sample.otherItems': { code: Code.invalid, sentence: '议题不正确，请刷新后重试', fields: ['items'] },
  'sample.noVotes': { code: Code.ruleSaysNo, sentence: '没有可抽查的选票' },
  'sample.noConclusion': { code: Code.ruleSaysNo, sentence: '计票方式为仅统计，没有可以抽查的结论' },
  'sample.election': { code: Code.ruleSaysNo, sentence: '选举类议题不能抽票复核，请全部复录' },
  'sample.noQuorum': { code: Code.ruleSaysNo, sentence: '未成立的议题清点选票张数即可' },
  'sample.countDiffers': {
    code: Code.ruleSaysNo,
    sentence: ({ counted, recorded }: { readonly counted: number; readonly recorded: number }) =>
      `清点张数与记录数不一致：清点${counted}张，有选票的记录${recorded}张`,
  },
  'sample.notEntered': { code: Code.ruleSaysNo, sentence: ({ count }: { readonly count: number }) => `还有${count}张已收回未录入` },
  'sample.unfinished': { code: Code.conflict, sentence: '已有抽样尚未结束' },
  'sample.seeded': { code: Code.conflict, sentence: '该抽样已录入随机数字' },
  'sample.notSeeded': { code: Code.conflict, sentence: '请先掷骰并录入随机数字' },
  'sample.readAll': { code: Code.ruleSaysNo, sentence: '结论过于接近，抽查不能确认，建议全部复录' },
  'sample.stale': { code: Code.conflict, sentence: '清单已变化，本次复核不再适用' },
  'sample.ended': { code: Code.conflict, sentence: '该抽样已结束' },
  'sample.unread': { code: Code.conflict, sentence: ({ count }: { readonly count: number }) => `抽出的选票还有${count}票未核对` },
  'sample.notDrawn': { code: Code.notFound, sentence: '该选票没有抽到' },
  'sample.alreadyRead': { code: Code.conflict, sentence: '该选票已抽读' },
  'sample.alreadyAsked': { code: Code.conflict, sentence: '该业主已回访' },
  'sample.otherMode': { code: Code.conflict, sentence: '该抽样的核对方式不同' },
})
