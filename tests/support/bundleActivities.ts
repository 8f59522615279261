import fc from 'fast-check'
import { anActivity, RULES, type MadeBallot } from './countingOracle.ts'

export interface BundleBallot extends MadeBallot {
  /** One digit per slot. */
  readonly answers: string
  /** Merged into another after the start, once its vote was voided. */
  readonly isEnded: boolean
  readonly owner: string
}

/** The facts of a finished activity that its bundle contains. */
export interface BundleActivity {
  readonly ballots: readonly BundleBallot[]
  /** Topics in order: 0 if voted on itself, else the number of options. */
  readonly topics: readonly number[]
  readonly rule: (typeof RULES)[number]
  /** The report's checkpoint is signed by another key than earlier ones. */
  readonly hasTwoKeys: boolean
  readonly hasTally: boolean
}

/** The number of answers per ballot. */
export const slotsOf = (topics: readonly number[]): number => topics.reduce((sum, options) => sum + Math.max(1, options), 0)

const OWNERS = ['张三', '欧阳修', '赵六/钱七', '</script><b>', '"李四"\\', 'É​𠮷'] as const

/** Activities of 1 to `most` ballots with all rules, topics and options, voids, and merged ballots. */
export function aBundleActivity(most: number): fc.Arbitrary<BundleActivity> {
  const ballots = anActivity(most).filter((made) => made.ballots.length > 0)
  return fc
    .record({
      ballots,
      topics: fc.array(fc.constantFrom(0, 0, 1, 3), { minLength: 1, maxLength: 4 }),
      rule: fc.constantFrom(...RULES),
      hasTwoKeys: fc.boolean(),
      hasTally: fc.boolean(),
      seeds: fc.array(fc.record({ digits: fc.stringMatching(/^[0-3]{12}$/), isEnded: fc.nat(9), owner: fc.constantFrom(...OWNERS) }), {
        minLength: most,
        maxLength: most,
      }),
    })
    .map(({ ballots: made, seeds, ...rest }) => ({
      ...rest,
      ballots: made.ballots.map((ballot, index): BundleBallot => {
        const seed = seeds[index] ?? { digits: '', isEnded: 1, owner: '张三' }
        // At least one ballot counts, and only a ballot without a vote or a mark is merged away.
        const isEnded = index > 0 && seed.isEnded === 0 && (ballot.story === 'nothing' || ballot.story === 'voided')
        return { ...ballot, isEnded, owner: seed.owner, answers: seed.digits.padEnd(12, '1').slice(0, slotsOf(rest.topics)) }
      }),
    }))
}
