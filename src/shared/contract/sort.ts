import { z } from 'zod'

/** A list's sort field and direction. */
export interface Sort<Field extends string = string> {
  readonly by: Field
  readonly isDescending: boolean
}

/**
 * The sort order of a list: one of its fields, prefixed with `-` for descending. Empty, null or missing means the list's
 * default order.
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
