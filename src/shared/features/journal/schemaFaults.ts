import { z } from 'zod'
import { wire } from '../../contract/wire.ts'

const kindNames = {
  table: '表',
  column: '列',
  constraint: '约束',
  index: '索引',
  trigger: '触发器',
  rule: '规则',
  policy: '行级策略',
  inheritance: '继承',
  view: '视图',
} as const
export type SchemaObjectKind = keyof typeof kindNames

const faultNames = { foreign: '不是本程序建立的', missing: '缺失', altered: '被改动' } as const

/** A database object that differs from the program's schema (`proof.md` section 8). */
export const SchemaFault = wire({
  /** Kind and name: `trigger vote_record.flip`. */
  object: ['object', z.string()],
  fault: ['fault', z.enum(['foreign', 'missing', 'altered'])],
  /** Whether it can change stored data or admit invalid data; false for an index that only speeds up reads. */
  blocks: ['blocks', z.boolean()],
})
export type SchemaFault = z.output<typeof SchemaFault>

/** `触发器 vote_record.flip：不是本程序建立的`. */
export function schemaFaultInWords({ object, fault }: SchemaFault): string {
  const [kind = '', ...name] = object.split(' ')
  return `${(kindNames as Readonly<Record<string, string>>)[kind] ?? kind} ${name.join(' ')}：${faultNames[fault]}`
}
