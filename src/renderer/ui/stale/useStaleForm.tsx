import { Form } from 'antd'
import { useEffect, useState, type ReactNode } from 'react'
import type { z } from 'zod'
import { useToasts } from '../../bridge/toasts.tsx'
import type { Sent } from '../../bridge/useGuarded.ts'
import { StaleNotice } from './StaleNotice.tsx'
import { currentOf, staleFields, type FormField, type StaleField } from './staleForm.ts'

interface StaleFormOptions<S extends z.ZodType, Values extends object> {
  /** The subject, as lists answer it. */
  readonly schema: S
  /** What is edited, as it was opened; null for a new one. Another one starts over. */
  readonly opened: z.output<S> | null
  readonly valuesOf: (subject: z.output<S>) => Values
  /** Each field's key is its name in the form. */
  readonly fields: readonly (FormField<Values> & { readonly key: keyof Values & string })[]
}

interface StaleState<Subject, Values> {
  readonly opened: Subject | null
  readonly base: Subject | null
  readonly theirs: Values | null
  readonly fields: readonly StaleField[]
}

/** What a form needs so that nobody overwrites what somebody else has saved meanwhile. */
export interface StaleFormHandle<Subject, Values> {
  /** What the next submit is filled in over: as it was opened, or as a refusal has shown it since. */
  readonly base: Subject | null
  /** True if it was done. A refusal because somebody else has changed it first is shown in the form, every other one as a toast. */
  readonly settle: (sent: Sent<unknown>, values: Values) => boolean
  /** To be put into the form, above its fields. */
  readonly notice: ReactNode
}

/**
 * A form over a subject that others may change meanwhile.
 *
 * When they have, what was typed stays in the form, what was not gives way to theirs, and what differs is shown.
 */
export function useStaleForm<S extends z.ZodType, Values extends object>({
  schema,
  opened,
  valuesOf,
  fields,
}: StaleFormOptions<S, Values>): StaleFormHandle<z.output<S>, Values> {
  const toasts = useToasts()
  const fresh: StaleState<z.output<S>, Values> = { opened, base: opened, theirs: null, fields: [] }
  const [state, setState] = useState(fresh)
  const current = state.opened === opened ? state : fresh
  const settle = (sent: Sent<unknown>, values: Values): boolean => {
    if (sent.ok) return true
    const now = currentOf(sent.failure, schema)
    if (now === null || current.base === null) {
      if (sent.failure) toasts.failure(sent.failure)
      return false
    }
    const theirs = valuesOf(now)
    setState({ opened, base: now, theirs, fields: staleFields(fields, valuesOf(current.base), theirs, values) })
    return false
  }
  return {
    base: current.base,
    settle,
    notice: current.theirs === null ? null : <NoticeInForm theirs={current.theirs} fields={current.fields} />,
  }
}

/** The notice, which puts what they have written into the fields that were not typed in. */
function NoticeInForm({ theirs, fields }: { readonly theirs: object; readonly fields: readonly StaleField[] }) {
  const form = Form.useFormInstance<object>()
  const [taken, setTaken] = useState<{ readonly of: readonly StaleField[]; readonly keys: ReadonlySet<string> }>({ of: fields, keys: new Set() })
  const keys = taken.of === fields ? taken.keys : new Set<string>()
  useEffect(() => {
    for (const { key, isTyped } of fields) if (!isTyped) setField(form, key, theirs)
  }, [form, theirs, fields])
  return (
    <StaleNotice
      fields={fields}
      taken={keys}
      onTake={({ key }) => {
        setField(form, key, theirs)
        setTaken({ of: fields, keys: new Set([...keys, key]) })
      }}
    />
  )
}

function setField(form: ReturnType<typeof Form.useFormInstance<object>>, key: string, theirs: object): void {
  const values: Readonly<Record<string, unknown>> = { ...theirs }
  form.setFieldsValue({ [key]: values[key] })
}
