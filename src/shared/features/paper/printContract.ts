import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { ofActivity } from '../../contract/ids.ts'
import { areaSum } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { pathText } from '../../place/pathText.ts'
import { codes } from './contract.ts'
import { BallotLayout, PrintedSlips } from './layout.ts'
import { DEFAULT_SLIPS, SLIPS_A_PAGE } from './rules.ts'

const slipsAPage = (error: string) => z.literal(SLIPS_A_PAGE, { error })

export const PrintRequest = wire({
  ...ofActivity,
  /** The papers to be printed, in state 0 or 1; none: those of the branch that are in state 0. */
  codes: ['codes', codes.prefault([])],
  /** The path of a branch of any depth; `''` is the whole roster. */
  path: ['xpath', pathText],
  stub: ['stub', slipsAPage('存根每页张数不正确').prefault(DEFAULT_SLIPS.stub)],
  receipt: ['receipt', slipsAPage('送达回执每页张数不正确').prefault(DEFAULT_SLIPS.receipt)],
})
export type PrintRequest = z.output<typeof PrintRequest>

/** What is filled into the pages of one ballot. */
const PrintablePaper = wire({
  code: ['code', z.string()],
  /** In words; of several properties as many as the paper has room for, with `等 3 套`. */
  place: ['place', z.string()],
  /** What people call the ballot (票权号). */
  ballotNumber: ['ballotno', z.int()],
  areaHundredths: ['areasize', areaSum],
})
export type PrintablePaper = z.output<typeof PrintablePaper>

const layout = { layoutId: ['layoutid', z.string()], layout: ['layout', BallotLayout] } as const

export const printEndpoints = {
  /** Papers as they are printed, in reading order, with the layout that the first issue froze. */
  'paper.print': {
    method: 'POST',
    path: '/paper/print',
    access: 'clerk',
    isLong: true,
    body: PrintRequest,
    /** `slips`: what is printed in place of the layout's sheet of them; null where that is printed. */
    response: wire({ ...layout, papers: ['papers', z.array(PrintablePaper)], slips: ['slips', PrintedSlips.nullable()] }),
  },
  /** The layout of an activity's ballots, frozen or as it would be frozen now. */
  'paper.layout': { method: 'GET', path: '/paper/layout', access: 'viewer', query: wire(ofActivity), response: wire(layout) },
} as const satisfies Endpoints
