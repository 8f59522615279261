import { Fragment } from 'react'

/** Several names or numbers with `/` between them: a line ends behind a `/` where it can, never within one of them. */
export function Several({ text }: { readonly text: string }) {
  return text.split('/').map((one, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          /<wbr />
        </>
      ) : null}
      {one}
    </Fragment>
  ))
}
