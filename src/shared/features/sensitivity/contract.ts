import { z } from 'zod'
import { get, type Endpoints } from '../../contract/endpoint.ts'
import { ofActivity } from '../../contract/ids.ts'
import { areaSum } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { MOVES } from './rules.ts'

const Share = wire({ count: ['count', z.int()], areaHundredths: ['area', areaSum] })

/** The effect on an item of one other value on one axis. */
const Cell = wire({
  axis: ['axis', z.string()],
  value: ['value', z.string()],
  /** For an election, the elected in words. */
  outcome: ['outcome', z.string()],
  isChanged: ['changed', z.boolean()],
  participants: ['participants', Share],
  /** null for an election, where every candidate has a share. */
  approve: ['approve', Share.nullable()],
})
export type Cell = z.output<typeof Cell>

/** The minimum number of ballots, and their area, that change the outcome. */
const FlipPoint = wire({
  move: ['move', z.enum(MOVES)],
  count: ['count', z.int()],
  areaHundredths: ['area', areaSum],
  /** The changed outcome. */
  outcome: ['outcome', z.string()],
  text: ['text', z.string()],
})
export type FlipPoint = z.output<typeof FlipPoint>

/** A topic, an option, or an election as a whole. */
const SensitivityItem = wire({
  topicId: ['votetopicid', z.string()],
  /** null for a topic that is voted on itself, and for an election. */
  optionId: ['voteoptionid', z.string().nullable()],
  title: ['title', z.string()],
  outcome: ['outcome', z.string()],
  cells: ['cells', z.array(Cell)],
  /** Conventions that differ from the actual ones on two or more axes. */
  others: ['others', wire({ total: ['total', z.int()], different: ['different', z.int()] })],
  flips: ['flips', z.array(FlipPoint)],
})
export type SensitivityItem = z.output<typeof SensitivityItem>

export const Sensitivity = wire({
  heading: ['heading', z.string()],
  /** Applicable axes, each with the value used for the actual count. */
  axes: ['axes', z.array(wire({ axis: ['axis', z.string()], present: ['present', z.string()] }))],
  items: ['items', z.array(SensitivityItem)],
})
export type Sensitivity = z.output<typeof Sensitivity>

export const sensitivityEndpoints = {
  /** An activity's conclusions under other conventions: only for the office, never printed with a result. */
  'sensitivity.get': get('/vote/checkup', 'manager', { query: wire(ofActivity), response: Sensitivity, isLong: true }),
} as const satisfies Endpoints
