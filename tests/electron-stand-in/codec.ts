/// <reference lib="esnext.typedarrays" />

/** Serialises structured-clone values as text, and back. */
export interface Codec {
  encode(value: unknown): string
  decode(text: string): unknown
}

/**
 * Serialises values between main process and page as JSON.
 *
 * Supports what Electron's IPC carries and plain JSON does not: undefined, NaN, infinities, -0, bigint, Date, RegExp, Map, Set,
 * Error, ArrayBuffer and its views (a Buffer arrives as Uint8Array). Class instances arrive as plain objects. Functions, symbols,
 * promises and DOM nodes are refused with Electron's own message; cycles too, although Electron would carry them.
 * Its source is sent into the page, so it must not reference anything outside of itself.
 */
export function createCodec(): Codec {
  type Encoded = null | boolean | number | string | readonly Encoded[] | { readonly [key: string]: Encoded }
  type Tagged = { readonly $: string; readonly v?: Encoded; readonly more?: string }

  const isNode = typeof Buffer !== 'undefined'
  const refuse = (): never => {
    throw new Error('An object could not be cloned.')
  }

  function toBase64(view: ArrayBufferView): string {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    return isNode ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') : bytes.toBase64()
  }

  function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    // A Buffer's memory is pooled, so the receiver gets its own bytes.
    return isNode ? new Uint8Array(Buffer.from(text, 'base64')) : Uint8Array.fromBase64(text)
  }

  function encodeNumber(value: number): Encoded {
    if (Number.isFinite(value) && !Object.is(value, -0)) return value
    return { $: 'number', v: Object.is(value, -0) ? '-0' : String(value) }
  }

  function encode(value: unknown, parents: readonly object[]): Encoded {
    if (value === undefined) return { $: 'undefined' }
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number') return encodeNumber(value)
    if (typeof value === 'bigint') return { $: 'bigint', v: String(value) }
    if (typeof value !== 'object' || parents.includes(value) || isUncloneable(value)) return refuse()
    return encodeSpecial(value, [...parents, value]) ?? encodePlain(value, [...parents, value])
  }

  function isUncloneable(value: object): boolean {
    if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) return true
    return !isNode && (value instanceof Node || value instanceof Blob)
  }

  function encodeSpecial(value: object, parents: readonly object[]): Encoded | undefined {
    if (ArrayBuffer.isView(value)) return { $: 'view', v: toBase64(value), more: isNode && Buffer.isBuffer(value) ? 'Uint8Array' : value.constructor.name }
    if (value instanceof ArrayBuffer) return { $: 'buffer', v: toBase64(new Uint8Array(value)) }
    if (value instanceof Date) return { $: 'date', v: encodeNumber(value.getTime()) }
    if (value instanceof RegExp) return { $: 'regexp', v: value.source, more: value.flags }
    if (value instanceof Error) return { $: 'error', v: [value.name, value.message, value.stack ?? ''] }
    if (value instanceof Map) return { $: 'map', v: [...value].map(([key, item]) => [encode(key, parents), encode(item, parents)]) }
    if (value instanceof Set) return { $: 'set', v: [...value].map((item) => encode(item, parents)) }
    return undefined
  }

  function encodePlain(value: object, parents: readonly object[]): Encoded {
    if (Array.isArray(value)) return value.map((item) => encode(item, parents))
    const properties = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item, parents)]))
    return Object.hasOwn(properties, '$') ? { $: 'object', v: properties } : properties
  }

  function decode(value: Encoded): unknown {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map((item: Encoded) => decode(item))
    // Array.isArray does not narrow readonly arrays away; encode() writes the tag only into tagged values.
    return Object.hasOwn(value, '$') ? decodeTagged(value as Tagged) : decodePlain(value as { readonly [key: string]: Encoded })
  }

  function decodePlain(value: { readonly [key: string]: Encoded }): unknown {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]))
  }

  function decodeTagged({ $: tag, v, more = '' }: Tagged): unknown {
    const text = typeof v === 'string' ? v : ''
    const items = (): unknown[] => (Array.isArray(v) ? v.map((item: Encoded) => decode(item)) : [])
    switch (tag) {
      case 'undefined':
        return undefined
      case 'number':
        return Number(text)
      case 'bigint':
        return BigInt(text)
      case 'view':
        return viewOf(fromBase64(text), more)
      case 'buffer':
        return fromBase64(text).buffer
      case 'date':
        return new Date(Number(decode(v ?? null)))
      case 'regexp':
        return new RegExp(text, more)
      case 'error':
        return errorOf(items().map(String))
      case 'map':
        return new Map(items() as [unknown, unknown][]) // encode() wrote pairs
      case 'set':
        return new Set(items())
      case 'object':
        return decodePlain(v as { readonly [key: string]: Encoded }) // encode() wrote the properties
      default:
        throw new Error(`The stand-in for Electron cannot read the tag ${tag}`)
    }
  }

  function viewOf(bytes: Uint8Array<ArrayBuffer>, name: string): unknown {
    if (name === 'Uint8Array') return bytes
    // encode() took the name from a view's constructor, which is a global on both sides.
    const View = (globalThis as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[name]
    return View === undefined ? refuse() : new View(bytes.buffer)
  }

  function errorOf([name = 'Error', message = '', stack = '']: string[]): Error {
    const constructors: Record<string, ErrorConstructor> = { RangeError, TypeError, SyntaxError, ReferenceError, EvalError, URIError }
    const error = new (constructors[name] ?? Error)(message)
    error.stack = stack
    return error
  }

  return {
    encode: (value) => JSON.stringify(encode(value, [])),
    decode: (text) => decode(JSON.parse(text) as Encoded), // encode() wrote it
  }
}
