import type { ReactNode } from 'react'
import './stateTag.css'

/** Grey: not yet or no longer; blue: in progress; orange: waiting for someone; green: done; red: danger. The text says the same. */
export type Tone = 'grey' | 'blue' | 'orange' | 'green' | 'red'

/** Tones for a sequence of four states: not started, in progress, last step, done. */
export const stepTones = ['grey', 'blue', 'orange', 'green'] as const satisfies readonly Tone[]

/** A state as a coloured tag. */
export function StateTag({ tone, className = '', children }: { readonly tone: Tone; readonly className?: string; readonly children: ReactNode }) {
  return <span className={`state-tag state-tag-${tone} ${className}`.trim()}>{children}</span>
}
