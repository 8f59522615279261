import { z } from 'zod'
import { wire } from '../../contract/wire.ts'

/** Ballots with papers in some state, and their properties. */
export const PaperShare = wire({
  /** To be registered. */
  ballotCount: ['ballots', z.int()],
  propertyCount: ['houses', z.int()],
  /** Skipped ballots: already delivered to for all their properties, or voted. */
  deliveredCount: ['delivered', z.int()],
  votedCount: ['voted', z.int()],
})
export type PaperShare = z.output<typeof PaperShare>
