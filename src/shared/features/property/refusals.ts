import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { maskedMessages, type MaskedKind } from '../../owner/masking.ts'
import { propertyMessages as say } from './rules.ts'

/** Refusals of properties (`wire.md` section 3). */
export const propertyRefusals = refusalPart({
  'property.notFound': { code: Code.notFound, sentence: '房产不存在' },
  'property.noImport': { code: Code.notFound, sentence: '没有可以撤销的导入：已经撤销，或之后又导入过，请刷新后再看' },
  'property.importChanged': {
    code: Code.conflict,
    sentence: ({ count }: { readonly count: number }) => `导入之后有${count}套房产已修改或删除，不能撤销`,
  },
  'property.importUsed': {
    code: Code.conflict,
    sentence: ({ title }: { readonly title: string }) => `导入的房产已在投票活动“${title}”的票权清册中，不能撤销`,
  },
  'property.importRequested': { code: Code.conflict, sentence: '导入的房产已有变更申请，不能撤销' },
  'property.alreadyThere': { code: Code.conflict, sentence: '该房产已存在' },
  'property.masked': {
    code: Code.invalid,
    sentence: ({ kind }: { readonly kind: MaskedKind }) => maskedMessages[kind],
    fields: ({ field }: { readonly field: string }) => [field],
  },
  'property.countsDiffer': {
    code: Code.invalid,
    sentence: say.countsDiffer,
    fields: ({ field }: { readonly field: 'mobileno' | 'idno' }) => [field],
  },
})
