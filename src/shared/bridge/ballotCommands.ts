import { z } from 'zod'
import { BallotLayout, PrintedSlips } from '../features/paper/layout.ts'
import { MAX_PRINTED } from '../features/paper/rules.ts'
import { SavedFile } from './savedFile.ts'

/** The field values of one printed ballot. */
export const PrintedPaper = z.object({ code: z.string().min(1).max(64), place: z.string().max(1_000), number: z.string().max(20), area: z.string().max(40) })
export type PrintedPaper = z.infer<typeof PrintedPaper>

const jobId = z.string().min(1).max(64)
/** The server's answer: what to print, and the layout. */
const ballots = {
  layoutId: z.string().regex(/^[\dA-F]{8}$/),
  layout: BallotLayout,
  slips: PrintedSlips.nullable(),
  papers: z.array(PrintedPaper).min(1).max(MAX_PRINTED),
}

/** A print's progress in ballots; `joining`: the parts are being merged into one file. */
export interface PrintProgress {
  readonly jobId: string
  readonly stage: 'printing' | 'joining'
  readonly done: number
  readonly total: number
}

/** Commands that print ballots; `ballots.progress` reports their progress. */
export const ballotCommands = {
  /** Asks for a path and writes the ballots there as one PDF; null if the user cancelled the dialog or the job. */
  'ballots.savePdf': { input: z.object({ jobId, suggestedName: z.string().max(200), ...ballots }), output: SavedFile.nullable() },
  /** Sends them to a printer, simplex; returns how many ballots were sent before the user cancelled. */
  'ballots.print': { input: z.object({ jobId, printer: z.string().max(300), ...ballots }), output: z.object({ sent: z.int() }) },
  'ballots.cancel': { input: z.object({ jobId }), output: z.null() },
  /** This computer's printers; the system default is always `''`. */
  'ballots.printers': { input: z.null(), output: z.array(z.object({ name: z.string(), displayName: z.string() })) },
} as const
