import { Fragment } from 'react'

/** Several names or numbers with `/` between them, or the parts of a place: a line ends behind a `/` where it can, never within one of them. */
export function Several({ text, between = '/' }: { readonly text: string; readonly between?: '/' | '-' }) {
  return text.split(between).map((one, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          {between}
          <wbr />
        </>
      ) : null}
      {one}
    </Fragment>
  ))
}
