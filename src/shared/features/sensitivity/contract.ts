import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { ofActivity } from '../../contract/ids.ts'
import { areaSum } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { MOVES } from './rules.ts'

const Share = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })

/** What one other value on one axis makes of an item. */
const Cell = wire({
  axis: ['axis', z.string()],
  value: ['value', z.string()],
  /** Of an election who is elected, in words. */
  outcome: ['outcome', z.string()],
  isChanged: ['changed', z.boolean()],
  participants: ['participants', Share],
  /** null of an election, where every candidate has a share. */
  approve: ['approve', Share.nullable()],
})
export type Cell = z.output<typeof Cell>

/** The least number of ballots, and their area, that turn the outcome. */
const FlipPoint = wire({
  move: ['move', z.enum(MOVES)],
  count: ['count', z.int()],
  areaHundredths: ['area', areaSum],
  /** What it turns to. */
  outcome: ['outcome', z.string()],
  text: ['text', z.string()],
})
export type FlipPoint = z.output<typeof FlipPoint>

/** A topic, an option, or an election as a whole. */
const SensitivityItem = wire({
  topicId: ['votetopicid', z.string()],
  /** null of a topic that is voted on itself, and of an election. */
  optionId: ['voteoptionid', z.string().nullable()],
  title: ['title', z.string()],
  outcome: ['outcome', z.string()],
  cells: ['cells', z.array(Cell)],
  /** Conventions that differ on two axes or more from how is counted in fact. */
  others: ['others', wire({ total: ['total', z.int()], different: ['different', z.int()] })],
  flips: ['flips', z.array(FlipPoint)],
})
export type SensitivityItem = z.output<typeof SensitivityItem>

export const Sensitivity = wire({
  heading: ['heading', z.string()],
  /** The axes that have something to act on, each with the value by which is counted in fact. */
  axes: ['axes', z.array(wire({ axis: ['axis', z.string()], present: ['present', z.string()] }))],
  items: ['items', z.array(SensitivityItem)],
})
export type Sensitivity = z.output<typeof Sensitivity>

export const sensitivityEndpoints = {
  /** What an activity's conclusions would be under other conventions: for the office alone, never printed with a result. */
  'sensitivity.get': { method: 'GET', path: '/vote/checkup', access: 'manager', query: wire(ofActivity), response: Sensitivity, isLong: true },
} as const satisfies Endpoints
