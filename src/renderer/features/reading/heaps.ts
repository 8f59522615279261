import type { Activity } from '#shared/features/activity/contract.ts'

/** Props of a heap's view on the tab 扫描. */
export interface HeapViewProps {
  readonly activity: Activity
  /** Returns to the files and heaps. */
  readonly onBack: () => void
}

/** Scanned papers and pages waiting for a person, in screen order; `words` describes what to do. */
export const heaps = {
  confirmable: { name: '可确认', words: '每一项都清楚的选票，看过以后整页确认' },
  open: { name: '待判读', words: '有疑问的选票，一张一张判读' },
  unassigned: { name: '缺页或未归属', words: '缺页的选票，和要由人指明是哪张选票的页面' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly words: string }>>
export type HeapKey = keyof typeof heaps
