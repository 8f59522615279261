import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { pageFileMessages as say } from './pageRules.ts'

export interface OpenReadings {
  /** Papers. */
  readonly count: number
}

/** Refusals of readings (`reading.md`). */
export const readingRefusals = refusalPart({
  'reading.noVote': { code: Code.notFound, sentence: '该选票尚未录入' },
  'reading.ownRecord': { code: Code.conflict, sentence: '复录须由另一人完成' },
  'reading.notFound': { code: Code.notFound, sentence: '读数不存在' },
  'reading.noPage': { code: Code.notFound, sentence: '扫描页不存在' },
  'reading.tooLarge': { code: Code.tooLarge, sentence: say.tooLarge },
  'reading.tooManyPixels': { code: Code.invalid, sentence: say.tooManyPixels, fields: ['uploadfile'] },
  'reading.tooFewPixels': { code: Code.invalid, sentence: say.tooFewPixels, fields: ['uploadfile'] },
  'reading.damaged': { code: Code.invalid, sentence: say.damaged, fields: ['uploadfile'] },
  'reading.assigned': { code: Code.conflict, sentence: '该扫描页已有归属，不能再归属' },
  'reading.noSuchPage': { code: Code.invalid, sentence: ({ page }: { readonly page: number }) => `选票没有第${page}页`, fields: ['page'] },
  'reading.counted': { code: Code.conflict, sentence: '该扫描页已用于计票' },
  'reading.updated': { code: Code.conflict, sentence: '该选票的扫描读数已更新，请重新查看' },
  'reading.pageMissing': { code: Code.ruleSaysNo, sentence: ({ pages }: { readonly pages: readonly number[] }) => `选票缺第${pages.join('、')}页` },
  'reading.notCountable': { code: Code.ruleSaysNo, sentence: ({ sentence }: { readonly sentence: string }) => sentence },
  'reading.hasProxy': { code: Code.ruleSaysNo, sentence: '该票权登记了委托，请在工作台录入' },
  'reading.oneByOne': { code: Code.invalid, sentence: '待判读的选票请逐张确认', fields: ['papers'] },
  'reading.samePaper': { code: Code.invalid, sentence: '同一张选票不能确认两次', fields: ['papers'] },
  'reading.noStrip': { code: Code.notFound, sentence: '扫描页上没有这一栏' },
  'reading.settled': { code: Code.conflict, sentence: '该差异已裁定' },
  'reading.notThird': { code: Code.conflict, sentence: '裁定须由第三人作出' },
  'reading.needlessAnswers': { code: Code.invalid, sentence: '裁定“记录无误”时不能填写投票内容', fields: ['records'] },
  'reading.differencesOpen': {
    code: Code.ruleSaysNo,
    sentence: ({ count }: OpenReadings) => `还有${count}张选票的读数不一致，请先裁定`,
    data: ({ count }: OpenReadings) => ({ message: `还有${count}张选票的读数不一致，请先裁定`, count }),
  },
  'reading.secondEntriesDue': {
    code: Code.ruleSaysNo,
    sentence: ({ count }: OpenReadings) => `还有${count}张选票未复录`,
    data: ({ count }: OpenReadings) => ({ message: `还有${count}张选票未复录`, count }),
  },
})
