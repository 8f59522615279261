import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of samples (`reading.md` section 5). */
export const sampleRefusals = refusalPart({
  'sample.notFound': notFound('抽样不存在'),
  'sample.otherItems': invalid('议题不正确，请刷新后重试', { fields: ['items'] }),
  'sample.noVotes': ruleSaysNo('没有可抽查的选票'),
  'sample.noConclusion': ruleSaysNo('计票方式为仅统计，没有可以抽查的结论'),
  'sample.election': ruleSaysNo('选举类议题不能抽票复核，请全部复录'),
  'sample.noQuorum': ruleSaysNo('未成立的议题清点选票张数即可'),
  'sample.countDiffers': ruleSaysNo(
    ({ counted, recorded }: { readonly counted: number; readonly recorded: number }) => `清点张数与记录数不一致：清点${counted}张，有选票的记录${recorded}张`,
  ),
  'sample.notEntered': ruleSaysNo(({ count }: { readonly count: number }) => `还有${count}张已收回未录入`),
  'sample.unfinished': conflict('已有抽样尚未结束'),
  'sample.seeded': conflict('该抽样已录入随机数字'),
  'sample.notSeeded': conflict('请先掷骰并录入随机数字'),
  'sample.readAll': ruleSaysNo('结论过于接近，抽查不能确认，建议全部复录'),
  'sample.stale': conflict('清单已变化，本次复核不再适用'),
  'sample.ended': conflict('该抽样已结束'),
  'sample.unread': conflict(({ count }: { readonly count: number }) => `抽出的选票还有${count}票未核对`),
  'sample.notDrawn': notFound('该选票没有抽到'),
  'sample.alreadyRead': conflict('该选票已抽读'),
  'sample.alreadyAsked': conflict('该业主已回访'),
  'sample.otherMode': conflict('该抽样的核对方式不同'),
})
