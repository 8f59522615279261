import type { ReactNode } from 'react'
import { isMaskedKind, type MaskedKind } from '#shared/owner/masking.ts'
import { TableHead } from '../TableHead.tsx'
import { Masked, type MaskedProps } from '../Masked.tsx'
import './comparison.css'

/** A row of a comparison: old and new (or requested) value, `''` for none. */
export interface ComparedField {
  /** Unique in a table. */
  readonly label: string
  /** Phone and ID numbers are masked until revealed; `number` uses tabular figures. */
  readonly kind: 'text' | 'number' | MaskedKind
  readonly before: string
  readonly after: string
  readonly isChanged: boolean
}

interface ComparisonTableProps {
  /** For screen readers: `变更前后对照`. */
  readonly label: string
  /** Column headings: field, before, after. */
  readonly heads: readonly [string, string, string]
  readonly fields: readonly ComparedField[]
  /** Placeholder for an empty value: `未填写`. */
  readonly nothing: string
  /** Renders a number that can be revealed; see Masked. */
  readonly numberCell?: NumberCell
}

/** Renders one side's phone or ID number. */
export type NumberCell = (side: 'before' | 'after', number: Pick<MaskedProps, 'kind' | 'text'>) => ReactNode

/** Before and after, field by field; changes are marked in red and by a word. */
export function ComparisonTable({ label, heads, fields, nothing, numberCell }: ComparisonTableProps) {
  return (
    <table className="comparison" aria-label={label}>
      <TableHead columns={heads} />
      <tbody>
        {fields.map((field) => (
          <tr key={field.label}>
            <th scope="row">{field.label}</th>
            <td>
              <SideValue side="before" field={field} nothing={nothing} {...(numberCell ? { numberCell } : {})} />
            </td>
            <td className={field.isChanged ? 'comparison-changed' : ''}>
              <SideValue side="after" field={field} nothing={nothing} {...(numberCell ? { numberCell } : {})} />
              {field.isChanged ? <span className="comparison-mark">已变更</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SideValueProps extends Pick<ComparisonTableProps, 'nothing' | 'numberCell'> {
  readonly side: 'before' | 'after'
  readonly field: ComparedField
}

function SideValue({ side, field: { kind, [side]: text }, nothing, numberCell }: SideValueProps) {
  return numberCell && isMaskedKind(kind) && text !== '' ? numberCell(side, { kind, text }) : <FieldValue kind={kind} text={text} nothing={nothing} />
}

/** A field's value in a comparison; phone and ID numbers are masked. */
export function FieldValue({ kind, text, nothing }: Pick<ComparedField, 'kind'> & { readonly text: string; readonly nothing: string }) {
  if (text === '') return <span className="comparison-nothing">{nothing}</span>
  if (isMaskedKind(kind)) return <Masked kind={kind} text={text} />
  return <span className={kind === 'number' ? 'tabular' : 'comparison-text'}>{text}</span>
}
