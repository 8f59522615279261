import { z } from 'zod'

/**
 * A field's two names in a contract: the program's, and the specification's on the wire.
 *
 * `{ propertyCount: ['houesenum', z.int()] }` is `propertyCount` in the program and `houesenum` in JSON.
 */
type Fields = Readonly<Record<string, readonly [wireName: string, schema: z.ZodType]>>

type WireShape<F extends Fields> = { readonly [K in keyof F as F[K][0]]: F[K][1] }
type Plain<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] }
type Flat<T> = { [K in keyof T]: T[K] }
type Decoded<F extends Fields> = Flat<Plain<{ [K in keyof F]: z.output<F[K][1]> }>>

export type WireObject<F extends Fields> = z.ZodCodec<z.ZodObject<WireShape<F>>, z.ZodType<Decoded<F>, Decoded<F>>> & { readonly fields: F }

/**
 * An object with different field names on the wire.
 *
 * Decoding (wire to program) drops unknown fields and renames; encoding renames back. Errors carry the wire names, since the
 * envelope reports them to any client. Nested schemas may be codecs themselves (`area`, `time`).
 */
export function wire<const F extends Fields>(fields: F): WireObject<F> {
  const entries = Object.entries(fields)
  const shape = Object.fromEntries(entries.map(([, [wireName, schema]]) => [wireName, schema])) as WireShape<F>
  const inwards = entries.map(([name, [wireName]]) => [wireName, name] as const)
  const outwards = entries.map(([name, [wireName]]) => [name, wireName] as const)
  const codec = z.codec(z.object(shape, { error: '请求格式错误' }), z.custom<Decoded<F>>(isObject, '请求格式错误'), {
    decode: (outside) => rename(outside, inwards) as Decoded<F>,
    encode: (inside) => rename(inside as Record<string, unknown>, outwards) as never,
  })
  return Object.assign(codec, { fields }) as unknown as WireObject<F>
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function rename(from: Record<string, unknown>, pairs: readonly (readonly [from: string, to: string])[]): Record<string, unknown> {
  const renamed: Record<string, unknown> = {}
  for (const [source, target] of pairs) {
    if (from[source] !== undefined) renamed[target] = from[source]
  }
  return renamed
}
