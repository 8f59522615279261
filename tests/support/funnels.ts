import type { Share } from '../../src/shared/features/result/rules.ts'
import { EMPTY_FUNNEL, type PaperFunnel } from '../../src/shared/features/voting/funnel.ts'

/** That many ballots of 100 m² each. */
export const share = (count: number): Share => ({ count, areaHundredths: count * 10_000 })

/** A funnel of ballots of 100 m² each; unnamed stages are empty. */
export function funnelOf(counts: Partial<Readonly<Record<keyof PaperFunnel, number>>>): PaperFunnel {
  const named = Object.entries(counts).map(([stage, count]) => [stage, share(count)])
  return { ...EMPTY_FUNNEL, ...Object.fromEntries(named) }
}
