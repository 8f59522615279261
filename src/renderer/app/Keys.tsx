import type { HelpKey } from '../app-context/help.ts'
import './help.css'

export function Keys({ title, keys }: { readonly title: string; readonly keys: readonly HelpKey[] }) {
  return (
    <section className="help-section" aria-label={title}>
      <h3 className="help-heading">{title}</h3>
      <dl className="help-keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
