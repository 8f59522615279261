import { expect, it } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#shared/contract/index.ts'
import { isPort, portRange, sharingMessages } from '#shared/features/sharing/rules.ts'

/** Inputs of all calls, by the wire names of their fields. */
const inputs = Object.values(endpoints).flatMap((endpoint) =>
  (['query', 'body'] as const).flatMap((part) => (endpoint as Readonly<Record<typeof part, z.ZodType | undefined>>)[part] ?? []),
)

/** Messages of calls for one text field; none from those that accept it, or lack the field. */
function saidOf(field: string, written: string): string[] {
  return inputs.flatMap((schema) => {
    const issues = schema.safeParse({ [field]: written }).error?.issues ?? []
    return issues.filter(({ path }) => path[0] === field).map(({ message }) => message)
  })
}

it.each([
  ['jobid', 64, '任务编号', 9],
  ['purpose', 100, '用途', 9],
  ['xpath', 200, '楼栋路径', 4],
  ['xPath', 200, '楼栋路径', 4],
])('%s may have %i characters in every call with that field', (field, max, label, calls) => {
  expect(saidOf(field, '长'.repeat(max))).toEqual([])
  const said = saidOf(field, '长'.repeat(max + 1))
  expect(said.length).toBeGreaterThanOrEqual(calls)
  expect(new Set(said)).toEqual(new Set([`${label}不能超过${max}个字符`]))
})

it('the port range matches its message', () => {
  expect([portRange.min - 1, portRange.min, portRange.max, portRange.max + 1].map(isPort)).toEqual([false, true, true, false])
  expect(sharingMessages.port).toBe('端口应为 1024 到 65535 之间的整数')
})
