import { expect, it } from 'vitest'
import { noticeHasRun, rulesInWords, rulesLine } from '#shared/features/estate-rules/rules.ts'
import { parseTime } from '#shared/time/chinaTime.ts'

const clauses = { votetype: '第九条', deliverypolicy: '', proxylimit: '', seatorder: '', noticedays: '第七条' }

it.each([
  ['2026-12-01', '2026-12-04', '2026-12-05 00:00:00', true],
  ['2026-12-01', '2026-12-04', '2026-12-04 23:59:59', false],
  ['2026-12-01', '2026-12-03', '2026-12-31 00:00:00', false],
  ['2026-12-30', '2027-01-10', '2027-01-03 00:00:00', true],
  ['2026-12-10', '2026-12-20', '2026-12-05 00:00:00', false],
])('a notice from %s to %s has been up for three days at %s: %s', (dateFrom, dateTo, start, isSo) => {
  expect(noticeHasRun({ dateFrom, dateTo }, 3, parseTime(start) ?? 0)).toBe(isSo)
})

it('a rules version is described with its clauses and deviations', () => {
  expect(rulesLine({ version: 2, title: '议事规则', effectiveFrom: '2026-01-01', clauses }, ['proxylimit'])).toBe(
    '《议事规则》第2版，2026-01-01起生效；计票方式：第九条；表决公告天数：第七条；本次表决与该规则不同：每名受托人最多代理票数',
  )
  expect(rulesInWords(2, [])).toBe('第2版')
})
