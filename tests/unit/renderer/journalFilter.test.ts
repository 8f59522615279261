import { describe, expect, it } from 'vitest'
import { formatTime } from '../../../src/shared/time/chinaTime.ts'
import { journalActions } from '../../../src/shared/features/words.ts'
import { actionChoices, choiceOf, chosen, kindChoices, spanOf } from '../../../src/renderer/features/administration/journalFilter.ts'
import { personInWords } from '../../../src/renderer/features/administration/person.ts'

describe('the journal’s filters', () => {
  it('use whole days in Chinese time, open at either end', () => {
    const { from, to } = spanOf('2026-05-01', '2026-05-02')
    expect([formatTime(from ?? 0), formatTime(to ?? 0)]).toEqual(['2026-05-01 00:00:00', '2026-05-02 23:59:59'])
    expect(spanOf(null, '2026-05-02')).toMatchObject({ from: null, to })
    expect(spanOf('2026-05-01', null)).toMatchObject({ from, to: null })
    expect(spanOf(null, null)).toEqual({ from: null, to: null })
  })

  it('offer every action once, under its kind', () => {
    const offered = actionChoices.flatMap(({ options }) => options.map(({ value }) => value)).filter((value) => value.includes('.'))
    expect(offered.toSorted()).toEqual(Object.keys(journalActions).toSorted())
  })

  it('select a kind or an action, never both', () => {
    for (const value of ['', 'voting', 'voting.mark', ...kindChoices.options.map((option) => option.value)]) expect(choiceOf(chosen(value))).toBe(value)
    expect(chosen('kind:security')).toEqual({ action: '', kind: 'security' })
    expect(chosen('voting')).toEqual({ action: 'voting', kind: '' })
  })

  it('show a person’s name and account', () => {
    const named = (nickName: string, username: string) => personInWords({ nickName, username })
    expect([named('张敏', 'zhang'), named('zhang', 'zhang'), named('', 'zhang'), named('', '')]).toEqual(['张敏（zhang）', 'zhang', 'zhang', '—'])
  })
})
