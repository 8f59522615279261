import { Fragment } from 'react'
import type { MarkedRange } from '#shared/search/marks.ts'

interface MarkedTextProps {
  readonly text: string
  /** In order, not overlapping. */
  readonly ranges: readonly MarkedRange[]
}

/** A text with the search matches highlighted. */
export function MarkedText({ text, ranges }: MarkedTextProps) {
  if (ranges.length === 0) return text
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
          <mark className="found-mark">{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  )
}
