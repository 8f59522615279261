import type { ReactNode } from 'react'

interface PrintedPageProps {
  readonly title: string
  /** Below the title: the kind of document. */
  readonly kind: string
  /** A prominent mark, e.g. that it is a draft. */
  readonly mark?: string
  readonly facts: readonly { readonly name: string; readonly value: ReactNode; readonly isWide?: boolean }[]
  readonly children: ReactNode
}

/** A printed A4 document: title, facts in a ruled table, contents, signatures at the end. */
export function PrintedPage({ title, kind, mark, facts, children }: PrintedPageProps) {
  return (
    <article className="printed-page">
      {mark === undefined ? null : <p className="printed-page-mark">{mark}</p>}
      <h1>{title}</h1>
      <p className="printed-page-kind">{kind}</p>
      <dl className="printed-page-facts">
        {facts.map(({ name, value, isWide = false }) => (
          <div key={name} className={isWide ? 'printed-page-fact-wide' : ''}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}

/** Signature lines and space for the seal; not split across pages. */
export function Signatures({ names, seal }: { readonly names: readonly string[]; readonly seal?: string }) {
  return (
    <section className="printed-page-signatures">
      <div className="printed-page-lines">
        {names.map((name) => (
          <span key={name}>
            {name}：<i />
          </span>
        ))}
      </div>
      {seal === undefined ? null : (
        <div className="printed-page-seal">
          <span>{seal}（盖章）</span>
          <span>年　　月　　日</span>
        </div>
      )}
    </section>
  )
}
