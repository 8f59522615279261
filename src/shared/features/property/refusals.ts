import { conflict, invalid, notFound, refusalPart } from '../../contract/refusalPart.ts'
import { maskedMessages, type MaskedKind } from '../../owner/masking.ts'
import { propertyMessages as say } from './rules.ts'

/** Refusals of properties (`wire.md` section 3). */
export const propertyRefusals = refusalPart({
  'property.notFound': notFound('房产不存在'),
  'property.noImport': notFound('没有可以撤销的导入：已经撤销，或之后又导入过，请刷新后再看'),
  'property.importChanged': conflict(({ count }: { readonly count: number }) => `导入之后有${count}套房产已修改或删除，不能撤销`),
  'property.importUsed': conflict(({ title }: { readonly title: string }) => `导入的房产已在投票活动“${title}”的票权清册中，不能撤销`),
  'property.importRequested': conflict('导入的房产已有变更申请，不能撤销'),
  'property.alreadyThere': conflict('该房产已存在'),
  'property.masked': invalid(({ kind }: { readonly kind: MaskedKind }) => maskedMessages[kind], { fields: ({ field }: { readonly field: string }) => [field] }),
  'property.countsDiffer': invalid(say.countsDiffer, { fields: ({ field }: { readonly field: 'mobileno' | 'idno' }) => [field] }),
})
