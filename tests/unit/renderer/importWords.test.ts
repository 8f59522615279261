import { expect, it } from 'vitest'
import type { JobProgress } from '#shared/features/job/contract.ts'
import { markedFileName } from '../../../src/shared/import/workbook.ts'
import { errorColumns, errorsAsText, percentOf, stageInWords } from '../../../src/renderer/features/job/parts/ImportPanel/importWords.ts'

it('an import’s percentage never falls, and is 100 only when finished', () => {
  const way: JobProgress[] = [
    { stage: 'waiting', done: 0, total: 0 },
    { stage: 'reading', done: 0, total: 0 },
    { stage: 'reading', done: 500, total: 0 },
    { stage: 'reading', done: 200_000, total: 0 },
    { stage: 'checking', done: 0, total: 3_000 },
    { stage: 'checking', done: 3_000, total: 3_000 },
    { stage: 'writing', done: 0, total: 3_000 },
    { stage: 'writing', done: 1_500, total: 3_000 },
    { stage: 'writing', done: 9_999, total: 3_000 },
  ]
  const percents = way.map(percentOf)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  expect(percents.at(-1)).toBe(99)
  expect(percentOf({ stage: 'finished', done: 3_000, total: 3_000 })).toBe(100)
})

it('an import stage is shown with its rows', () => {
  expect(stageInWords({ stage: 'writing', done: 1_200, total: 3_000 })).toBe('正在写入… 1,200 / 3,000 行')
  expect(stageInWords({ stage: 'reading', done: 1_200, total: 0 })).toBe('正在读取文件… 1,200 行')
  expect(stageInWords({ stage: 'waiting', done: 0, total: 0 })).toBe('正在排队…')
})

const about = { value: '138****800（10位）', place: '一期-3栋-1201', owner: '张三' }
const errors = [
  { row: 12, column: '证件号', message: '单元格是数字格式', ...about },
  { row: 12, column: '手机号', message: '须为11位', ...about },
  { row: 13, column: '手机号', message: '第一行\n第二行\t缩进', ...about },
]

it('error columns are shown with their counts, the most frequent first', () => {
  expect(errorColumns(errors)).toEqual([
    { column: '手机号', count: 2 },
    { column: '证件号', count: 1 },
  ])
})

it('copied errors paste as one sheet row each', () => {
  expect(
    errorsAsText(errors)
      .split('\n')
      .map((line) => line.split('\t').length),
  ).toEqual([6, 6, 6, 6])
  expect(errorsAsText(errors).split('\n')[1]?.split('\t')).toEqual(['12', '证件号', '138****800（10位）', '单元格是数字格式', '一期-3栋-1201', '张三'])
})

it('the corrected copy is named after the file', () => {
  expect(markedFileName('一期 房产.XLSX')).toBe('一期 房产_错误标注.xlsx')
  expect(markedFileName(`${'长'.repeat(300)}.xlsx`).length).toBeLessThanOrEqual(200)
})
