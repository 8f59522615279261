import type { ActivityRow, Extension } from '#shared/features/activity/contract.ts'
import { minutesOf } from '../../../ui/moments.ts'
import { StateTag } from '../../../ui/StateTag.tsx'

/** One extension as text. */
export function extensionInWords({ from, to, reason, by, at }: Extension): string {
  return `${minutesOf(from)} 延至 ${minutesOf(to)}，原因：${reason}（${[by, minutesOf(at)].filter((part) => part !== '').join(' ')}）`
}

/** Marks an extended vote, with times and reason in the tooltip; nothing if it was not extended. */
export function ExtendedTag({ activity: { extensions } }: { readonly activity: Pick<ActivityRow, 'extensions'> }) {
  if (extensions.length === 0) return null
  const words = extensions.map(extensionInWords).join('；')
  return (
    <span title={words}>
      <StateTag tone="orange">已延期{extensions.length > 1 ? ` ${extensions.length} 次` : ''}</StateTag>
    </span>
  )
}
