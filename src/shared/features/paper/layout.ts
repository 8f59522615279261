import { z } from 'zod'

/**
 * The layout of a printed ballot.
 *
 * All lengths are millimetres from the upper left corner of an A4 page, rounded to hundredths. A layout contains no single
 * ballot's data: its fields name what is filled in. It is stored as JSON from the first issue of papers on, so that a scan of
 * any of them can be read later; changes to a type here must still read the old version.
 */

/** A4. */
export const PAPER = { width: 210, height: 297 } as const
/** The four squares by which a reader locates a page, and their distance from the edges. */
export const MARK = { size: 7, inset: 10 } as const
/** Side of the QR code without its quiet zone. */
export const QR_SIZE = 24
/** Side of a box between its outer edges, and the minimum distance between boxes. */
export const BOX = { size: 5.6, apart: 12, line: 0.4 } as const

const rectangle = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }
export const Rectangle = z.object(rectangle)
export type Rectangle = z.infer<typeof Rectangle>

/** A box to tick, by its upper left corner; its side is in {@link BOX}. */
const LayoutBox = z.object({
  topicId: z.string(),
  /** Null if the topic itself is voted on. */
  optionId: z.string().nullable(),
  answer: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  x: z.number(),
  y: z.number(),
})

const align = z.enum(['left', 'center', 'right'])
/** One line of text; `y` is its baseline, `x` its left end, middle or right end. */
export const LayoutText = z.object({ x: z.number(), y: z.number(), size: z.number(), align, text: z.string() })
export type LayoutText = z.infer<typeof LayoutText>

const LayoutLine = z.object({ x1: z.number(), y1: z.number(), x2: z.number(), y2: z.number(), width: z.number(), isDashed: z.boolean() })

/** What differs between ballots: `number` is the 票权号, `code` the paper's. */
export const LayoutField = z.object({ name: z.enum(['place', 'number', 'area', 'code']), ...rectangle, size: z.number(), align })
export type LayoutField = z.infer<typeof LayoutField>

export const LayoutPage = z.object({
  /** `slips`: the sheet with the stub and the receipt, to be torn in two. */
  kind: z.enum(['ballot', 'slips']),
  marks: z.array(Rectangle),
  /** The page's QR codes; all have the same text. */
  qrCodes: z.array(Rectangle),
  boxes: z.array(LayoutBox),
  texts: z.array(LayoutText),
  lines: z.array(LayoutLine),
  /** Areas in light grey, below everything else. */
  bands: z.array(Rectangle),
  fields: z.array(LayoutField),
})
export type LayoutPage = z.infer<typeof LayoutPage>

export const BallotLayout = z.object({ version: z.literal(1), pages: z.array(LayoutPage) })
export type BallotLayout = z.infer<typeof BallotLayout>

/** A slip's layout from its own upper left corner, and how many fit on a sheet. */
const SlipLayout = z.object({ aPage: z.literal([2, 4]), page: LayoutPage })
/**
 * Slips that replace a layout's own sheet; null: none of that kind. They are never read for answers, so layouts do not store
 * them.
 */
export const PrintedSlips = z.object({ stub: SlipLayout.nullable(), receipt: SlipLayout.nullable() })
export type PrintedSlips = z.infer<typeof PrintedSlips>

/** The page's four squares: upper left, upper right, lower left, lower right. */
export function pageMarks(): Rectangle[] {
  const { size, inset } = MARK
  const right = PAPER.width - inset - size
  const bottom = PAPER.height - inset - size
  const at = (x: number, y: number): Rectangle => ({ x, y, width: size, height: size })
  return [at(inset, inset), at(right, inset), at(inset, bottom), at(right, bottom)]
}

/** Rounds to hundredths of a millimetre. */
export const rounded = (length: number): number => Math.round(length * 100) / 100
