import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { MAX_REVEALS } from './rules.ts'

/** What looking at personal data refuses (`trust.md` section 5). */
export const privacyRefusals = refusalPart({
  'privacy.tooOften': {
    code: Code.tooMany,
    sentence: ({ minutes }: { readonly minutes: number }) => `一小时内最多查看${MAX_REVEALS}次完整信息，请在${minutes}分钟后再试`,
  },
})
