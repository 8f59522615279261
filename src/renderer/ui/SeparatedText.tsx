import { Fragment } from 'react'
import { rangesWithin, type MarkedRange } from '#shared/search/marks.ts'
import { MarkedText } from './MarkedText.tsx'

interface SeparatedTextProps {
  readonly text: string
  readonly between?: '/' | '-'
  /** What a search found in the text. */
  readonly marks?: readonly MarkedRange[]
}

/** Several names or numbers with `/` between them, or the parts of a place: a line ends behind a `/` where it can, never within one of them. */
export function SeparatedText({ text, between = '/', marks = [] }: SeparatedTextProps) {
  let from = 0
  return text.split(between).map((one, index) => {
    const start = from
    from += one.length + 1
    return (
      <Fragment key={index}>
        {index > 0 ? (
          <>
            {between}
            <wbr />
          </>
        ) : null}
        <MarkedText text={one} ranges={rangesWithin(marks, start, start + one.length)} />
      </Fragment>
    )
  })
}
