import type { TextLimit } from '../../text/limits.ts'

/** Identity papers to check before disclosing a ballot (`after.md` section 5). */
export const IDENTITY_PAPERS = [1, 2, 3] as const
export type IdentityPaper = (typeof IDENTITY_PAPERS)[number]
export const identityPaperNames: Readonly<Record<IdentityPaper, string>> = { 1: '身份证', 2: '房产证', 3: '委托书' }

/** The person asking. */
export const asker = {
  identity: { label: '身份依据' },
  name: { label: '查询人姓名', max: 30, missing: '请输入查询人姓名' },
} as const satisfies Readonly<Record<string, Pick<TextLimit, 'label'> & Partial<TextLimit>>>

/** How often an account may look up votes within {@link RECEIPTS_WITHIN}. */
export const MAX_RECEIPTS = 60
/** An hour, in ms. */
export const RECEIPTS_WITHIN = 3_600_000
