import { conflict, invalid, notFound, refusalPart, ruleSaysNo, tooLarge } from '../../contract/refusalPart.ts'
import { pageFileMessages as say } from './pageRules.ts'

export interface OpenReadings {
  /** Papers. */
  readonly count: number
}

/** Refusals of readings (`reading.md`). */
export const readingRefusals = refusalPart({
  'reading.noVote': notFound('该选票尚未录入'),
  'reading.ownRecord': conflict('复录须由另一人完成'),
  'reading.notFound': notFound('读数不存在'),
  'reading.noPage': notFound('扫描页不存在'),
  'reading.tooLarge': tooLarge(say.tooLarge),
  'reading.tooManyPixels': invalid(say.tooManyPixels, { fields: ['uploadfile'] }),
  'reading.tooFewPixels': invalid(say.tooFewPixels, { fields: ['uploadfile'] }),
  'reading.damaged': invalid(say.damaged, { fields: ['uploadfile'] }),
  'reading.assigned': conflict('该扫描页已有归属，不能再归属'),
  'reading.noSuchPage': invalid(({ page }: { readonly page: number }) => `选票没有第${page}页`, { fields: ['page'] }),
  'reading.counted': conflict('该扫描页已用于计票'),
  'reading.updated': conflict('该选票的扫描读数已更新，请重新查看'),
  'reading.pageMissing': ruleSaysNo(({ pages }: { readonly pages: readonly number[] }) => `选票缺第${pages.join('、')}页`),
  'reading.notCountable': ruleSaysNo(({ sentence }: { readonly sentence: string }) => sentence),
  'reading.hasProxy': ruleSaysNo('该票权登记了委托，请在工作台录入'),
  'reading.oneByOne': invalid('待判读的选票请逐张确认', { fields: ['papers'] }),
  'reading.samePaper': invalid('同一张选票不能确认两次', { fields: ['papers'] }),
  'reading.noStrip': notFound('扫描页上没有这一栏'),
  'reading.settled': conflict('该差异已裁定'),
  'reading.notThird': conflict('裁定须由第三人作出'),
  'reading.needlessAnswers': invalid('裁定“记录无误”时不能填写投票内容', { fields: ['records'] }),
  'reading.differencesOpen': ruleSaysNo(({ count }: OpenReadings) => `还有${count}张选票的读数不一致，请先裁定`, {
    data: ({ count }: OpenReadings) => ({ message: `还有${count}张选票的读数不一致，请先裁定`, count }),
  }),
  'reading.secondEntriesDue': ruleSaysNo(({ count }: OpenReadings) => `还有${count}张选票未复录`, {
    data: ({ count }: OpenReadings) => ({ message: `还有${count}张选票未复录`, count }),
  }),
})
