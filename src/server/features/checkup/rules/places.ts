import { naturalKey } from '#shared/text/naturalOrder.ts'
import type { Place } from '#shared/place/place.ts'

/** What a part of a place may end with, which people leave out or write in another way. */
const endings = { period: /期$/, zone: /[区苑]$/, building: /(?:号楼|栋|幢|座|楼|号)$/, unit: /(?:单元|门|梯)$/, room: /(?:室|房|号)$/ } as const

/** A part without its word where a number or a letter is left: `三栋`, `3幢` and `03号楼` are `3`; `东区` stays. */
function plainPart(kind: keyof typeof endings, part: string): string {
  const text = part.normalize('NFKC').toLowerCase()
  const rest = text.replace(endings[kind], '')
  const isNumbered = /[\da-z零一二三四五六七八九十]$/.test(rest)
  return naturalKey(isNumbered ? rest : text)
}

const known = new Map<string, string>()
const REMEMBERED = 50_000

/** The same with what was found before: an estate has few buildings and units. */
function remembered(kind: keyof typeof endings, part: string): string {
  if (part === '') return ''
  const key = `${kind} ${part}`
  const found = known.get(key)
  if (found !== undefined) return found
  const plain = plainPart(kind, part)
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, plain)
  return plain
}

/** A unit of a building as two spellings of it are compared. */
export function comparedUnit({ period, zone, building, unit }: Omit<Place, 'room'>): string {
  return [remembered('period', period), remembered('zone', zone), remembered('building', building), remembered('unit', unit)].join('\u0001')
}

/** A property's place as two spellings of it are compared: `三栋-一单元-0101` is `3幢-1单元-101`. */
export function comparedPlace(place: Place): string {
  return `${comparedUnit(place)}\u0001${remembered('room', place.room)}`
}

/** The floor and the column that a room's number tells: `1201` is on 12, in column `01`; null if it tells none. */
export function roomOnGrid(room: string): { readonly floor: number; readonly column: string } | null {
  const match = /^(-?)(\d{1,3})(\d{2})\D*$/.exec(room)
  if (!match) return null
  const [, sign = '', floor = '', column = ''] = match
  return Number(floor) === 0 ? null : { floor: Number(floor) * (sign === '' ? 1 : -1), column }
}
