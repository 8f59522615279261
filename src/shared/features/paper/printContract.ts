import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
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
  /** The papers to print, in state 0 or 1; none: those of the branch in state 0. */
  codes: ['codes', codes.prefault([])],
  /** A branch's path of any depth; `''` is the whole roster. */
  path: ['xpath', pathText],
  stub: ['stub', slipsAPage('存根每页张数不正确').prefault(DEFAULT_SLIPS.stub)],
  receipt: ['receipt', slipsAPage('送达回执每页张数不正确').prefault(DEFAULT_SLIPS.receipt)],
})
export type PrintRequest = z.output<typeof PrintRequest>

/** The values filled into one ballot's pages. */
const PrintablePaper = wire({
  code: ['code', z.string()],
  /** As text; several properties as far as they fit on the paper, with `等 3 套`. */
  place: ['place', z.string()],
  /** The ballot's number (票权号). */
  ballotNumber: ['ballotno', z.int()],
  areaHundredths: ['areasize', areaSum],
})
export type PrintablePaper = z.output<typeof PrintablePaper>

const layout = { layoutId: ['layoutid', z.string()], layout: ['layout', BallotLayout] } as const

export const printEndpoints = {
  /** Papers to print, in reading order, with the layout frozen by the first issue. */
  'paper.print': post('/paper/print', 'clerk', {
    isLong: true,
    body: PrintRequest,
    /** `slips`: printed instead of the layout's own sheet of slips; null to print that sheet. */
    response: wire({ ...layout, papers: ['papers', z.array(PrintablePaper)], slips: ['slips', PrintedSlips.nullable()] }),
  }),
  /** The layout of an activity's ballots, frozen or as it would be frozen now. */
  'paper.layout': get('/paper/layout', 'viewer', { query: wire(ofActivity), response: wire(layout) }),
} as const satisfies Endpoints
