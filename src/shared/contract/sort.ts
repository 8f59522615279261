import { z } from 'zod'

/** By what a list is sorted, and in which direction. */
export interface Sort<Field extends string = string> {
  readonly by: Field
  readonly isDescending: boolean
}

/**
 * How a list is to be sorted: one of its fields, with `-` before it for the other direction. Empty, null or missing
 * is the list's own order.
 *
 * @example
 * query: wire({ sort: ['sort', sorting('place', 'area')] }) // sort=-area
 */
export function sorting<const F extends readonly [string, ...string[]]>(...fields: F) {
  const written = z.enum(['', ...fields.flatMap((field) => [field, `-${field}`])], { error: '排序方式不正确' })
  return z
    .codec(written.nullable(), z.custom<Sort<F[number]> | null>(), {
      decode: (value) => (value === null || value === '' ? null : { by: value.replace(/^-/, ''), isDescending: value.startsWith('-') }),
      encode: (sort) => (sort === null ? '' : `${sort.isDescending ? '-' : ''}${sort.by}`),
    })
    .optional()
}
