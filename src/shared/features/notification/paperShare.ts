import { z } from 'zod'
import { wire } from '../../contract/wire.ts'

/** The ballots whose paper is in some state, and their properties. */
export const PaperShare = wire({
  /** To be registered. */
  ballotCount: ['ballots', z.int()],
  propertyCount: ['houses', z.int()],
  /** Ballots that are passed over: all of their properties were delivered to, or they have voted. */
  deliveredCount: ['delivered', z.int()],
  votedCount: ['voted', z.int()],
})
export type PaperShare = z.output<typeof PaperShare>
