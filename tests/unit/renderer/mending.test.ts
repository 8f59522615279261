import { describe, expect, it } from 'vitest'
import type { ImportRefusal } from '#shared/import/contract.ts'
import { amended, correctionsInWords, mendedRows, withCorrections, withoutPhones } from '../../../src/renderer/features/job/parts/ImportPanel/mending.ts'

const error = (row: number, column: string, value: string) => ({ row, column, value, message: '不对', place: '', owner: '' })
const refusal: ImportRefusal = {
  message: '',
  errorCount: 4,
  errors: [error(2, '手机号', '138****3800（10位）'), error(3, '面积', 'x'), error(3, '手机号', ''), error(4, '手机号', '138****8000')],
  wrongRows: {
    columns: ['房号', '面积', '产权人', '手机号'],
    rows: [
      { row: 2, cells: ['101', '80', '张三', '138****3800（10位）'] },
      { row: 3, cells: ['102', 'x', '甲、乙', ''] },
      { row: 4, cells: ['103', '80', '丙/丁', '138****8000'] },
    ],
  },
}
const cell = (row: number, column: string, corrections = [] as Parameters<typeof mendedRows>[1], drafts = [] as Parameters<typeof mendedRows>[2]) => {
  const found = mendedRows(refusal, corrections, drafts)
    .find((each) => each.row === row)
    ?.cells.find((each) => each.column === column)
  if (!found) throw new Error(`no cell ${row} ${column}`)
  return found
}

describe('cells of refused rows', () => {
  it('show the file’s values, but are empty where masked', () => {
    expect(cell(3, '面积')).toEqual({ column: '面积', shown: 'x', text: 'x', isWrong: true, isMended: false })
    expect(cell(2, '手机号')).toMatchObject({ shown: '138****3800（10位）', text: '', isWrong: true })
    expect(cell(2, '房号')).toMatchObject({ text: '101', isWrong: false })
  })

  it('show what was typed last, checked or not', () => {
    const sent = { row: 3, column: '面积', value: '0' }
    expect(cell(3, '面积', [sent])).toMatchObject({ text: '0', isMended: true })
    expect(cell(3, '面积', [sent], [{ ...sent, value: '90' }])).toMatchObject({ text: '90', isMended: true })
  })

  it('are the invalid ones if an older server sends no rows', () => {
    const { wrongRows: _, ...without } = refusal
    expect(mendedRows(without, [], []).map(({ row, cells }) => [row, cells.find(({ column }) => column === '手机号')?.shown])).toEqual([
      [2, '138****3800（10位）'],
      [3, ''],
      [4, '138****8000'],
    ])
  })
})

describe('a typed correction', () => {
  it('is a draft until it equals the original', () => {
    const typed = amended([], 3, cell(3, '面积'), 'x9')
    expect(typed).toEqual([{ row: 3, column: '面积', value: 'x9' }])
    expect(amended(typed, 3, cell(3, '面积', [], typed), '90')).toEqual([{ row: 3, column: '面积', value: '90' }])
    expect(amended(typed, 3, cell(3, '面积', [], typed), 'x')).toEqual([])
  })

  it('replaces an earlier correction of the same cell', () => {
    const [first, other] = [
      { row: 2, column: '面积', value: '1' },
      { row: 3, column: '面积', value: '2' },
    ]
    expect(withCorrections([first, other], [{ ...first, value: '3' }])).toEqual([other, { ...first, value: '3' }])
  })
})

describe('the shortcut for “no phone”', () => {
  it('fills one per owner, leaving whole and valid numbers alone', () => {
    const set = withoutPhones(mendedRows(refusal, [], []), [])
    expect(set).toEqual([
      { row: 2, column: '手机号', value: '11111111111' },
      { row: 3, column: '手机号', value: '11111111111/11111111111' },
    ])
    expect(withoutPhones(mendedRows(refusal, [], set), set)).toEqual([])
  })
})

it('corrections are summarised, the most frequent first', () => {
  const of = (column: string, count: number) => Array.from({ length: count }, (_, row) => ({ row: row + 2, column, value: '' }))
  expect(correctionsInWords([...of('面积', 1), ...of('手机号', 3)])).toBe('手机号 3、面积 1')
})
