import type { Ballot, Slot } from './bundle.ts'
import { byCodeUnit, canonical } from './canonical.ts'
import type { CountedBallot, Share, SlotCount } from './counting.ts'
import { sha256Of } from './hashing.ts'

const overLines = (lines: readonly string[]): string => sha256Of(lines.map((line) => `${line}\n`).join(''))

/** The roster digest (`proof-layout.md` section 2): over the counting ballots, ordered by id. */
export function rosterDigest(ballots: readonly Ballot[]): string {
  return overLines(
    inOrder(ballots).map(({ ballotid, houses: properties }) =>
      canonical({
        ballotid,
        houses: [...properties]
          .sort((a, b) => byCodeUnit(a.activitypropertyid, b.activitypropertyid))
          .map(({ activitypropertyid, area, category, ownerhash, place }) => ({ activitypropertyid, area, category, ownerhash, place })),
      }),
    ),
  )
}

const pair = ({ count, area }: Share): [number, number] => [count, area]

/** The five classes, each `[count, area]`. */
export const classPairs = ({ classes }: SlotCount) => ({
  approve: pair(classes.approve),
  disapprove: pair(classes.disapprove),
  abstention: pair(classes.abstention),
  invalid: pair(classes.invalid),
  optionnochoose: pair(classes.optionnochoose),
})

/** The tally digest: a line per counting ballot, then a line per slot. */
export function tallyDigest(
  ballots: readonly (CountedBallot & { readonly ballotid: string })[],
  slots: readonly { readonly slot: Slot; readonly count: SlotCount }[],
): string {
  return overLines([
    ...inOrder(ballots).map(({ answers, area, ballotid, delivered, status }) => canonical({ answers, area, ballotid, delivered, status })),
    ...slots.map(({ slot: { votetopicid, voteoptionid }, count }) => canonical({ ...classPairs(count), voteoptionid, votetopicid })),
  ])
}

const inOrder = <T extends { readonly ballotid: string }>(ballots: readonly T[]): T[] => [...ballots].sort((a, b) => byCodeUnit(a.ballotid, b.ballotid))
