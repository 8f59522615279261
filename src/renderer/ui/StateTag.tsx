import type { ReactNode } from 'react'
import './stateTag.css'

/** Grey not yet or no more, blue under way, orange waits for somebody, green done, red for danger; the word says it too. */
export type Tone = 'grey' | 'blue' | 'orange' | 'green' | 'red'

/** The tones of something that goes through four states: not begun, under way, its last step, done. */
export const stepTones = ['grey', 'blue', 'orange', 'green'] as const satisfies readonly Tone[]

/** The state of something in a word, with its colour. */
export function StateTag({ tone, className = '', children }: { readonly tone: Tone; readonly className?: string; readonly children: ReactNode }) {
  return <span className={`state-tag state-tag-${tone} ${className}`.trim()}>{children}</span>
}
