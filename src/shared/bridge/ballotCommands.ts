import { z } from 'zod'
import { BallotLayout, PrintedSlips } from '../features/paper/layout.ts'
import { MAX_PRINTED } from '../features/paper/rules.ts'
import { SavedFile } from './savedFile.ts'

/** One ballot that is printed: what its fields say. */
export const PrintedPaper = z.object({ code: z.string().min(1).max(64), place: z.string().max(1_000), number: z.string().max(20), area: z.string().max(40) })
export type PrintedPaper = z.infer<typeof PrintedPaper>

const jobId = z.string().min(1).max(64)
/** As the server answered it: what is printed, and the layout that says where. */
const ballots = {
  layoutId: z.string().regex(/^[\dA-F]{8}$/),
  layout: BallotLayout,
  slips: PrintedSlips.nullable(),
  papers: z.array(PrintedPaper).min(1).max(MAX_PRINTED),
}

/** How far a print is, by the number of its ballots; `joining`: the parts become one file. */
export interface PrintProgress {
  readonly jobId: string
  readonly stage: 'printing' | 'joining'
  readonly done: number
  readonly total: number
}

/** The commands that print ballots; `ballots.progress` tells how far they are. */
export const ballotCommands = {
  /** Asks for a place and writes the ballots there as one PDF; null when the user cancelled the dialog or the work. */
  'ballots.savePdf': { input: z.object({ jobId, suggestedName: z.string().max(200), ...ballots }), output: SavedFile.nullable() },
  /** Sends them to a printer, a sheet a page; answers how many ballots it was given before the user cancelled. */
  'ballots.print': { input: z.object({ jobId, printer: z.string().max(300), ...ballots }), output: z.object({ sent: z.int() }) },
  'ballots.cancel': { input: z.object({ jobId }), output: z.null() },
  /** This computer's printers; the system's default one is `''` in every case. */
  'ballots.printers': { input: z.null(), output: z.array(z.object({ name: z.string(), displayName: z.string() })) },
} as const
