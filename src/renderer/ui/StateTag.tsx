import type { ReactNode } from 'react'
import './stateTag.css'

/** Grey not yet or no more, blue under way, orange waits for somebody, green done; the word says it too. */
export type Tone = 'grey' | 'blue' | 'orange' | 'green'

/** The state of something in a word, with its colour. */
export function StateTag({ tone, className = '', children }: { readonly tone: Tone; readonly className?: string; readonly children: ReactNode }) {
  return <span className={`state-tag state-tag-${tone} ${className}`.trim()}>{children}</span>
}
