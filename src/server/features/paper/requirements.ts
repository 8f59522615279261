import { Refusal } from '#shared/contract/refusals.ts'
import { BallotState } from '#shared/features/ballot/rules.ts'
import type { RefusedPaper } from '#shared/features/paper/refusals.ts'
import { isAllowedIn, PaperState, type PaperAction } from '#shared/features/paper/rules.ts'
import { placeInWords } from '#shared/place/place.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { paperStore, type FoundPaper } from './store.ts'

/** The place of a paper in words; `''` if its property has left the roster. */
export const placeOf = ({ period, zone, building, unit, room }: Pick<FoundPaper, 'period' | 'zone' | 'building' | 'unit' | 'room'>): string =>
  placeInWords({ period: period ?? '', zone: zone ?? '', building: building ?? '', unit: unit ?? '', room: room ?? '' })

/** A paper as listed in a refusal; place and owner are `''` if its property has left the roster. */
export const toRefused = (paper: FoundPaper): RefusedPaper => ({
  code: paper.code,
  place: placeOf(paper),
  ownerName: paper.owner_name ?? '',
  state: paper.status,
})

/** The current code that replaces a dead paper's; `''` if none. */
async function newestCode(db: Db, paper: FoundPaper): Promise<string> {
  let { new_code: code } = paper
  for (let next: string | undefined = code; next !== undefined && next !== '';) {
    code = next
    const [successor] = await paperStore(db).byCodes(paper.activity_id, [code])
    next = successor?.new_code
  }
  return code
}

/** @throws Refusal `paper.spoiled`, or `paper.replaced` with the current code (409) */
export async function refuseDeadPaper(db: Db, paper: FoundPaper): Promise<never> {
  const newCode = await newestCode(db, paper)
  const refused = toRefused(paper)
  throw newCode === '' ? new Refusal('paper.spoiled', { paper: refused }) : new Refusal('paper.replaced', { newCode, paper: refused })
}

/**
 * Returns the named papers; none may be dead.
 *
 * @throws Refusal `paper.noCodes` (400), `paper.unknown` (404); 409 with `paper.spoiled` or `paper.replaced`, or with the
 * refusal of `judge`: for the first one not allowed
 */
export async function requireLivePapers(tx: Tx, activityKey: number, codes: readonly string[], judge: (paper: FoundPaper) => void): Promise<FoundPaper[]> {
  if (codes.length === 0) throw new Refusal('paper.noCodes')
  const found = new Map((await paperStore(tx).byCodes(activityKey, codes)).map((paper) => [paper.code, paper]))
  // A replaced paper's new code is reported first, whatever other errors the list has.
  const replaced = codes.map((code) => found.get(code)).find((paper) => paper !== undefined && paper.new_code !== '')
  if (replaced) await refuseDeadPaper(tx, replaced)
  const papers: FoundPaper[] = []
  for (const code of codes) {
    const paper = found.get(code)
    if (!paper) throw new Refusal('paper.unknown', { code })
    if (paper.status === PaperState.spoiled) await refuseDeadPaper(tx, paper)
    judge(paper)
    papers.push(paper)
  }
  return papers
}

/**
 * Returns the named papers; each must allow the registration.
 *
 * @throws Refusal as {@link requireLivePapers}; 409 with `paper.wrongState` or `paper.voted`
 */
export const requirePapers = (tx: Tx, activityKey: number, codes: readonly string[], act: PaperAction): Promise<FoundPaper[]> =>
  requireLivePapers(tx, activityKey, codes, (paper) => {
    if (!isAllowedIn(act, paper.status)) throw new Refusal('paper.wrongState', { paper: toRefused(paper), action: act })
    if ((act === 'spoil' || act === 'replace') && paper.record_status === BallotState.voted) throw new Refusal('paper.voted', { paper: toRefused(paper) })
  })
