import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { propertyMessages as say } from './rules.ts'

/** The fields of phones and ID numbers, by their names on the wire. */
const numberFields = { mobileno: 'phone', idno: 'idNumber', votermobileno: 'phone', voteridno: 'idNumber' } as const
type NumberField = keyof typeof numberFields

/** What properties refuse (`wire.md` section 3). */
export const propertyRefusals = refusalPart({
  'property.notFound': { code: Code.notFound, sentence: '房产不存在' },
  'property.alreadyThere': { code: Code.conflict, sentence: '该房产已存在' },
  'property.masked': {
    code: Code.invalid,
    sentence: ({ field }: { readonly field: NumberField }) => (numberFields[field] === 'phone' ? say.phoneMasked : say.idNumberMasked),
    fields: ({ field }: { readonly field: NumberField }) => [field],
  },
  'property.countsDiffer': {
    code: Code.invalid,
    sentence: say.countsDiffer,
    fields: ({ field }: { readonly field: 'mobileno' | 'idno' }) => [field],
  },
})
