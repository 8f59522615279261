import { tagText, type Attributes } from '../xml.ts'

const REASON_WIDTH = 60

/** The sheet's column ranges with a wide and visible column for the reasons, which a range may hold in its middle. */
export function withReasonColumn(columns: readonly Attributes[], reasonColumn: number, prefix: string): string {
  const wide: Attributes = { min: String(reasonColumn), max: String(reasonColumn), width: String(REASON_WIDTH), customWidth: '1' }
  const all = [...columns.flatMap((column) => withoutColumn(column, reasonColumn)), wide].toSorted((one, other) => Number(one['min']) - Number(other['min']))
  return `<${prefix}cols>${all.map((attributes) => tagText(`${prefix}col`, attributes, true)).join('')}</${prefix}cols>`
}

function withoutColumn(attributes: Attributes, without: number): Attributes[] {
  const [min, max] = [Number(attributes['min']), Number(attributes['max'])]
  return [[min, Math.min(max, without - 1)] as const, [Math.max(min, without + 1), max] as const]
    .filter(([from, to]) => from <= to)
    .map(([from, to]) => ({ ...attributes, min: String(from), max: String(to) }))
}
