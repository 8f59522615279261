import { z } from 'zod'
import { integer } from './values.ts'
import { wire } from './wire.ts'

/** Page sizes to choose from (`console.md` section 9). */
export const PAGE_SIZES = [10, 20, 30, 50] as const
/** Default page size. */
export const ROWS_AT_FIRST = 20
export const MAX_PAGE_SIZE = 500

/** The two fields of every paged query: spread into its object. */
export const paging = {
  pageNo: integer('页码', { min: 1, max: 1_000_000 }).default(1),
  pageSize: integer('每页条数', { min: 1, max: MAX_PAGE_SIZE }).default(10),
}
/** The same among fields that are named on the wire. */
export const pageFields = { pageNo: ['pageNo', paging.pageNo], pageSize: ['pageSize', paging.pageSize] } as const

/** One page, and the number of rows on all pages. */
export interface Page<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** One page of rows with the total: `{datas, totalCount}` on the wire. */
export function page<Row extends z.ZodType>(row: Row) {
  return wire({ rows: ['datas', z.array(row)], total: ['totalCount', z.int()] })
}
