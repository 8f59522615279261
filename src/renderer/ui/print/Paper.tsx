import type { ReactNode } from 'react'

interface PaperProps {
  readonly title: string
  /** Below the title: what kind of document it is. */
  readonly kind: string
  /** What must be seen before everything else: that it is a draft. */
  readonly mark?: string
  readonly facts: readonly { readonly name: string; readonly value: ReactNode; readonly isWide?: boolean }[]
  readonly children: ReactNode
}

/** A document on A4: title, facts in a ruled table, its content, and whatever is signed at the end. */
export function Paper({ title, kind, mark, facts, children }: PaperProps) {
  return (
    <article className="paper">
      {mark === undefined ? null : <p className="paper-mark">{mark}</p>}
      <h1>{title}</h1>
      <p className="paper-kind">{kind}</p>
      <dl className="paper-facts">
        {facts.map(({ name, value, isWide = false }) => (
          <div key={name} className={isWide ? 'paper-fact-wide' : ''}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </article>
  )
}

/** Lines to sign, and the place for the seal; kept together on one page. */
export function Signatures({ names, seal }: { readonly names: readonly string[]; readonly seal?: string }) {
  return (
    <section className="paper-signatures">
      <div className="paper-lines">
        {names.map((name) => (
          <span key={name}>
            {name}：<i />
          </span>
        ))}
      </div>
      {seal === undefined ? null : (
        <div className="paper-seal">
          <span>{seal}（盖章）</span>
          <span>年　　月　　日</span>
        </div>
      )}
    </section>
  )
}
