import type { ReactNode } from 'react'

/** What a field gives to its control: its name for the label, and what is wrong with it. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string | undefined
  readonly 'aria-required': boolean
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly isRequired?: boolean
  /** What is wrong with it, to be shown now. */
  readonly fault: string | undefined
  readonly hint?: ReactNode
  /** True: over the whole width of the form. */
  readonly isWide?: boolean
  readonly children: (control: ControlProps, status: { readonly status?: 'error' }) => ReactNode
}

/** A labelled control with its hint and its fault. */
export function Field({ id, label, isRequired = false, fault, hint, isWide = false, children }: FieldProps) {
  const faultId = `${id}-fault`
  const control = {
    id,
    'aria-invalid': fault !== undefined,
    'aria-describedby': fault === undefined ? undefined : faultId,
    'aria-required': isRequired,
  }
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <label className={isRequired ? 'field-label field-required' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      {children(control, fault === undefined ? {} : { status: 'error' })}
      {hint ? <div className="field-hint">{hint}</div> : null}
      <FaultLine id={faultId} fault={fault} />
    </div>
  )
}

/** The sentence under a control; its place is kept, so that nothing moves when it appears. */
export function FaultLine({ id, fault }: { readonly id: string; readonly fault: string | undefined }) {
  return (
    <div id={id} className="field-fault" role="alert">
      {fault}
    </div>
  )
}
