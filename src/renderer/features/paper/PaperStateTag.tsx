import { paperStateNames, type PaperState } from '#shared/features/paper/rules.ts'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'

const tones: Readonly<Record<PaperState, Tone>> = { 0: 'grey', 1: 'orange', 2: 'blue', 3: 'red' }

/** Where a paper is, in a word with its colour. */
export function PaperStateTag({ state }: { readonly state: PaperState }) {
  return <StateTag tone={tones[state]}>{paperStateNames[state]}</StateTag>
}
