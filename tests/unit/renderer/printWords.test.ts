import { expect, test } from 'vitest'
import { printResultWords, printStageWords, slipsInWords } from '../../../src/renderer/features/paper/printWords.ts'

test.each([
  [{ kind: 'pdf', sent: 1200, total: 1200, pagesEach: 3, slipPages: 0 }, true, '已将 1,200 份选票保存为 PDF，每份 3 页'],
  [{ kind: 'printer', sent: 60, total: 60, pagesEach: 2, slipPages: 15 }, true, '已将 60 份选票送往打印机，每份 2 页，另有存根、回执 15 页'],
  [{ kind: 'printer', sent: 60, total: 130, pagesEach: 2, slipPages: 0 }, false, '打印已取消：已将前 60 份选票送往打印机，其余 70 份没有打印'],
] as const)('the result of printing is described: %o', (result, isWhole, words) => expect(printResultWords(result)).toEqual({ isWhole, words }))

test.each([
  [{ stub: 2, receipt: 2 }, '每份选票后附 1 页，印它的存根和送达回执'],
  [{ stub: 4, receipt: 4 }, '每 2 份选票后附 1 页，印这 2 份的存根和送达回执'],
  [{ stub: 4, receipt: 2 }, '每 4 份选票后附存根 1 页、送达回执 2 页'],
  [{ stub: 0, receipt: 4 }, '每 4 份选票后附送达回执 1 页'],
  [{ stub: 2, receipt: 0 }, '每 2 份选票后附存根 1 页'],
  [{ stub: 0, receipt: 0 }, '只打印选票，不附存根和送达回执'],
] as const)('what is printed with the ballots is described: %o', (choice, words) => expect(slipsInWords(choice)).toBe(words))

test('describes the progress of printing', () => {
  expect(printStageWords(null, 'pdf')).toBe('正在准备选票，请选择保存位置…')
  expect(printStageWords({ jobId: 'a', stage: 'printing', done: 60, total: 1200 }, 'pdf')).toBe('正在生成 60 / 1,200 份')
  expect(printStageWords({ jobId: 'a', stage: 'printing', done: 60, total: 1200 }, 'printer')).toBe('已送往打印机 60 / 1,200 份')
  expect(printStageWords({ jobId: 'a', stage: 'joining', done: 1200, total: 1200 }, 'pdf')).toBe('正在合并为一个文件…')
})
