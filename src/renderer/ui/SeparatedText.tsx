import { Fragment } from 'react'
import { rangesWithin, type MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'

interface SeparatedTextProps {
  readonly text: string
  readonly between?: '/' | '-'
  /** The search matches. */
  readonly marks?: readonly MarkedRange[]
}

/**
 * Names or numbers separated by `/` (and `+` between numbers of one owner), or the parts of a place: lines break after a
 * separator, never within a part.
 */
export function SeparatedText({ text, between = '/', marks = [] }: SeparatedTextProps) {
  let from = 0
  return text.split(between === '/' ? /(?<=[/+])/ : /(?<=-)/).map((part, index) => {
    const start = from
    from += part.length
    return (
      <Fragment key={index}>
        {index > 0 ? <wbr /> : null}
        <MarkedText text={part} ranges={rangesWithin(marks, start, start + part.length)} />
      </Fragment>
    )
  })
}
