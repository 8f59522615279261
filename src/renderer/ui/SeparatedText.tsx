import { Fragment } from 'react'
import { rangesWithin, type MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'

interface SeparatedTextProps {
  readonly text: string
  readonly between?: '/' | '-'
  /** What a search found in the text. */
  readonly marks?: readonly MarkedRange[]
}

/** Several names or numbers with `/` (and `+` between the numbers of one owner), or the parts of a place: a line ends behind one of these where it can, never within a part. */
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
