/** A file of the bundle is malformed; the message is for the reader. */
export class Unreadable extends Error {}

export type Fields = Readonly<Record<string, unknown>>

const wrong = (name: string): never => {
  throw new Unreadable(`${name} 缺失或格式不正确`)
}

export function fieldsOf(value: unknown, what: string): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : wrong(what)
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : wrong(name)
}

/** An optional text. */
export const textOrNone = (fields: Fields, name: string): string | null => (typeof fields[name] === 'string' ? fields[name] : null)

/** A whole number from 0 up to the largest exact integer. */
export function wholeOf(fields: Fields, name: string): number {
  const value = fields[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : wrong(name)
}

export function listOf(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name]
  return Array.isArray(value) ? value : wrong(name)
}

/** A number from a list of allowed ones. */
export function oneOf<T extends number>(fields: Fields, name: string, allowed: readonly T[]): T {
  return allowed.find((each) => each === fields[name]) ?? wrong(name)
}

/** SHA-256, a key: 64 lower-case hexadecimal characters. */
export function hashOf(fields: Fields, name: string): string {
  const value = textOf(fields, name)
  return /^[0-9a-f]{64}$/.test(value) ? value : wrong(name)
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Unreadable('不是完整的 JSON')
  }
}

/** The objects of a file with one per line; the last line also ends with a line break. */
export function linesOf<T>(text: string, read: (fields: Fields) => T): T[] {
  if (text === '') return []
  if (!text.endsWith('\n')) throw new Unreadable('最后一行没有结束，文件可能被截断')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line, index) => {
      try {
        return read(fieldsOf(parsed(line), '这一行'))
      } catch (error) {
        throw error instanceof Unreadable ? new Unreadable(`第${index + 1}行 ${error.message}`) : error
      }
    })
}

/** The fields of any value; none if it is not an object. */
export const fieldsOrNone = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
