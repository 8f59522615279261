import type { FormRule } from 'antd'
import { expect, it } from 'vitest'
import { optionalText, text } from '#shared/contract/values.ts'
import { activityLimits } from '#shared/features/activity/rules.ts'
import { proxyLimits } from '#shared/features/proxy/rules.ts'
import { textFault, type TextLimit } from '#shared/text/limits.ts'
import { fieldRules } from '../../../src/renderer/ui/fieldRules.ts'

/** The form's message for a typed text; undefined is an untouched field. */
async function said(rules: readonly FormRule[], typed: string | undefined): Promise<string | null> {
  for (const rule of rules) {
    if (typeof rule === 'function' || !rule.validator) throw new Error('a rule that this test cannot ask')
    try {
      await rule.validator({ ...rule, field: 'field' } as never, typed, () => undefined)
    } catch (error) {
      return (error as Error).message
    }
  }
  return null
}

const limits: readonly TextLimit[] = [...Object.values(activityLimits), ...Object.values(proxyLimits)]

it.each(limits.map((limit) => [limit.label, limit] as const))('the form and the server give the same message for %s', async (_label, limit) => {
  const { label, max, missing } = limit
  const server = missing === undefined ? optionalText(label, limit) : text(label, limit)
  for (const typed of ['', '  ', '长', ` ${'长'.repeat(max - 2)} `, '长'.repeat(max + 1), '𠮷'.repeat(max), '𠮷'.repeat(max + 1)]) {
    const refused = server.safeParse(typed).error?.issues[0]?.message ?? null
    expect(textFault(limit, typed)).toBe(refused)
    expect(await said(fieldRules(limit), typed)).toBe(refused)
  }
})

it('an edit may leave a required field of a new record empty, and a form may have its own message', async () => {
  const name = { label: '小区名称', max: 60, missing: '请输入小区名称' }
  expect(await said(fieldRules(name), undefined)).toBe('请输入小区名称')
  expect(await said(fieldRules(name, null), undefined)).toBeNull()
  expect(await said(fieldRules(name, '请选择或填写'), ' ')).toBe('请选择或填写')
  // The required star of the label.
  expect(fieldRules(name)).toMatchObject([{ required: true }])
  expect(fieldRules(name, null)).toMatchObject([{ required: false }])
})
