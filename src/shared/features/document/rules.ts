import type { TextLimit } from '../../text/limits.ts'

/** 文书信息: what an office says of itself on every document of an activity. Each may be empty. */
export const letterheadLimits = {
  /** Who calls the meeting and answers for its papers. */
  convener: { label: '召集人', max: 60 },
  contactName: { label: '联系人', max: 40 },
  contactPhone: { label: '联系电话', max: 40 },
  /** Where ballots are handed in and counted, and where lists and records are looked at. */
  venue: { label: '地点', max: 80 },
  /** `翠湖业委〔2026〕`, to which each paper adds its number, or a whole one that ends with 号. */
  paperNumber: { label: '文号', max: 40 },
  supervisors: { label: '监票人', max: 80 },
} as const satisfies Readonly<Record<string, TextLimit>>

export type LetterheadField = keyof typeof letterheadLimits
/** In the order of the form. */
export const letterheadFields: readonly LetterheadField[] = ['convener', 'contactName', 'contactPhone', 'venue', 'paperNumber', 'supervisors']
