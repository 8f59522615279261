import { refusalPart, tooMany } from '../../contract/refusalPart.ts'
import { MAX_REVEALS } from './rules.ts'

/** Refusals of revealing personal data (`trust.md` section 5). */
export const privacyRefusals = refusalPart({
  'privacy.tooOften': tooMany(({ minutes }: { readonly minutes: number }) => `一小时内最多查看${MAX_REVEALS}次完整信息，请在${minutes}分钟后再试`),
  'privacy.tooManyMisses': tooMany(
    ({ minutes }: { readonly minutes: number }) => `按完整号码查找未找到的次数过多，请${minutes}分钟后再试；可按房号、姓名或号码后四位查找`,
  ),
})
