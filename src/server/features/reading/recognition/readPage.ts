import { MARK, type BallotLayout, type LayoutPage } from '#shared/features/paper/layout.ts'
import type { PageMark } from '#shared/features/paper/qr.ts'
import { DOTS, inverted, straightened, type Grey } from './grey.ts'
import { locate, type Location } from './location.ts'
import { markOf, type MarkDoubt } from './marks.ts'
import { qrCodesOf, type FoundCode } from './qrCodes.ts'
import { measure, rowsOf, type Row, type RowTrouble } from './rows.ts'
import type { Homography } from './geometry.ts'

/** A recognized row of boxes. `answer` is null if left to a person, 0 if nothing is marked. */
export interface ReadRow {
  readonly topicId: string
  readonly optionId: string | null
  readonly state: 'clear' | 'blank' | 'doubt'
  readonly answer: 0 | 1 | 2 | 3 | null
  /** `''` unless in doubt. */
  readonly why: MarkDoubt | RowTrouble | 'flat' | ''
}

/** The content of a picture. */
export type ReadPicture =
  | { readonly kind: 'noCode' }
  /** Codes of several papers or pages. */
  | { readonly kind: 'several' }
  | { readonly kind: 'slips'; readonly mark: PageMark }
  /** No layout has its page. */
  | { readonly kind: 'unknown'; readonly mark: PageMark }
  /** Cut, or bent too much. */
  | { readonly kind: 'unplaced'; readonly mark: PageMark }
  | {
      readonly kind: 'read'
      readonly mark: PageMark
      readonly toPicture: Homography
      /** Whether dark and light are inverted. */
      readonly isInverted: boolean
      /** Whether light grey was lost, and with it faint ink. */
      readonly isFlat: boolean
      /** Clockwise rotation of the paper, in quarter turns. */
      readonly turned: number
      readonly rows: readonly ReadRow[]
    }

/** Upper limit of the bands' grey, relative to the adjacent paper. */
const MOST_TONE = 0.975
/** Darkness of print relative to paper, if no square provides it. */
const USUAL_BLACK = 0.2
const MOST_BLACK = 0.7

/** Recognizes a ballot page in a picture, in any orientation. `layoutOf` returns null for an unknown id. */
export async function readPicture(given: Grey, layoutOf: (mark: PageMark) => BallotLayout | null): Promise<ReadPicture> {
  const straight = await qrCodesOf(given)
  // four-colour pictures stored inverted
  const isInverted = straight.length === 0
  const picture = isInverted ? inverted(given) : given
  const codes = isInverted ? await qrCodesOf(picture) : straight
  const [code] = codes
  if (!code) return { kind: 'noCode' }
  const { mark } = code
  const page = pageOf(mark, layoutOf)
  if (codes.some((other) => pageOf(other.mark, layoutOf)?.kind === 'slips')) return { kind: 'slips', mark }
  if (codes.some((other) => !isSame(other.mark, mark))) return { kind: 'several' }
  if (!page) return { kind: 'unknown', mark }
  const location = locate(picture, page, code.corners)
  if (!location) return { kind: 'unplaced', mark }
  const isFlat = !(toneOf(picture, location, page) <= MOST_TONE)
  const rows = readRows(picture, location, page).map((row): ReadRow =>
    isFlat && row.state !== 'doubt' ? { ...row, state: 'doubt', answer: null, why: 'flat' } : row,
  )
  return { kind: 'read', mark, toPicture: location.toPicture, isInverted, isFlat, turned: turnOf(code), rows }
}

const pageOf = (mark: PageMark, layoutOf: (mark: PageMark) => BallotLayout | null): LayoutPage | undefined => layoutOf(mark)?.pages[mark.page - 1]
const isSame = (a: PageMark, b: PageMark): boolean => a.code === b.code && a.page === b.page && a.layoutId === b.layoutId

function turnOf({ corners: [left, right] }: FoundCode): number {
  if (!left || !right) return 0
  return (Math.round(Math.atan2(right.y - left.y, right.x - left.x) / (Math.PI / 2)) + 4) % 4
}

function readRows(picture: Grey, location: Location, page: LayoutPage): ReadRow[] {
  const black = blackOf(picture, location, page)
  return rowsOf(page).map(({ topicId, optionId, boxes }: Row) => {
    const inDoubt = (why: ReadRow['why']): ReadRow => ({ topicId, optionId, state: 'doubt', answer: null, why })
    const measured = measure(picture, location, page, { topicId, optionId, boxes }, black)
    if (typeof measured === 'string') return inDoubt(measured)
    const read = markOf(measured)
    if (read === 'blank') return { topicId, optionId, state: 'blank', answer: 0, why: '' }
    return typeof read === 'string' ? inDoubt(read) : { topicId, optionId, state: 'clear', answer: read.answer, why: '' }
  })
}

/** Darkness of print relative to the surrounding paper, measured at the squares. */
function blackOf(picture: Grey, { toPicture }: Location, page: LayoutPage): number {
  const shares = page.marks.flatMap((mark) => {
    const patch = straightened(picture, toPicture, mark.x - 3, mark.y - 3, MARK.size + 6, MARK.size + 6)
    if (patch.outside > 0.02) return []
    const paper: number[] = []
    let [sum, count] = [0, 0]
    for (const [index, dot] of patch.dots.entries()) {
      const [x, y] = [(index % patch.width) / DOTS, Math.floor(index / patch.width) / DOTS]
      if (Math.min(x, y) > 4.5 && Math.max(x, y) < 8.5) {
        sum += dot
        count += 1
      } else if (Math.min(x, y) < 1.5 || Math.max(x, y) > 11.5) paper.push(dot)
    }
    return [sum / count / Math.max(20, quantile(paper, 0.6))]
  })
  return Math.min(MOST_BLACK, shares.length === 0 ? USUAL_BLACK : quantile(shares, 0.5))
}

/** Grey of the light bands behind the labels of the facts, relative to the adjacent paper; NaN if none is visible. */
function toneOf(picture: Grey, { toPicture }: Location, page: LayoutPage): number {
  const shares = page.bands.flatMap(({ x, y, width, height }) => {
    // the topics' bands span the page, and consist mostly of letters
    if (width > 30 || height < 6) return []
    const inside = straightened(picture, toPicture, x + 0.8, y + 0.8, width - 1.6, height - 1.6)
    const beside = straightened(picture, toPicture, x + width + 0.8, y + 0.8, 16, height - 1.6)
    return inside.outside > 0.01 || beside.outside > 0.01 ? [] : [quantile(inside.dots, 0.7) / Math.max(20, quantile(beside.dots, 0.7))]
  })
  return shares.length === 0 ? Number.NaN : quantile(shares, 0.5)
}

function quantile(numbers: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}
