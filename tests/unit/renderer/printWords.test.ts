import { expect, test } from 'vitest'
import { printResultWords, printStageWords } from '../../../src/renderer/features/paper/printWords.ts'

test.each([
  [{ kind: 'pdf', sent: 1200, total: 1200, pagesEach: 3 }, true, '已将 1,200 份选票保存为 PDF，每份 3 页'],
  [{ kind: 'printer', sent: 60, total: 60, pagesEach: 2 }, true, '已将 60 份选票送往打印机，每份 2 页'],
  [{ kind: 'printer', sent: 60, total: 130, pagesEach: 2 }, false, '打印已取消：已将前 60 份选票送往打印机，其余 70 份没有打印'],
] as const)('what was printed is told: %o', (result, isWhole, words) => expect(printResultWords(result)).toEqual({ isWhole, words }))

test('how far a print is', () => {
  expect(printStageWords(null, 'pdf')).toBe('正在准备选票，请选择保存位置…')
  expect(printStageWords({ jobId: 'a', stage: 'printing', done: 60, total: 1200 }, 'pdf')).toBe('正在生成 60 / 1,200 份')
  expect(printStageWords({ jobId: 'a', stage: 'printing', done: 60, total: 1200 }, 'printer')).toBe('已送往打印机 60 / 1,200 份')
  expect(printStageWords({ jobId: 'a', stage: 'joining', done: 1200, total: 1200 }, 'pdf')).toBe('正在合并为一个文件…')
})
