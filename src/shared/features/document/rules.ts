import type { TextLimit } from '../../text/limits.ts'

/** 文书信息: the office's details on all documents of an activity. Each may be empty. */
export const letterheadLimits = {
  /** Convenes the meeting and is responsible for its papers. */
  convener: { label: '召集人', max: 60 },
  contactName: { label: '联系人', max: 40 },
  contactPhone: { label: '联系电话', max: 40 },
  /** Where ballots are returned and counted, and lists and records can be inspected. */
  venue: { label: '地点', max: 80 },
  /** A prefix such as `翠湖业委〔2026〕`, completed by each document's number, or a complete number ending in 号. */
  paperNumber: { label: '文号', max: 40 },
  supervisors: { label: '监票人', max: 80 },
} as const satisfies Readonly<Record<string, TextLimit>>

export type LetterheadField = keyof typeof letterheadLimits
/** In form order. */
export const letterheadFields: readonly LetterheadField[] = ['convener', 'contactName', 'contactPhone', 'venue', 'paperNumber', 'supervisors']
