import type { z } from 'zod'
import type { Failure } from '#shared/bridge/outcome.ts'
import { StaleForm } from '#shared/contract/stale.ts'
import type { MaskedKind } from '#shared/owner/masking.ts'
import { isRefusedFor } from '../../bridge/failure.ts'

/** The form's current subject if the failure says that another user has changed it; null for any other failure. */
export function currentOf<S extends z.ZodType>(failure: Failure | null, schema: S): z.output<S> | null {
  if (!isRefusedFor(failure, 'form.stale')) return null
  const stale = StaleForm.safeParse(failure.data)
  if (!stale.success) return null
  // Codecs decode; anything unexpected is reported as a plain refusal.
  const current = schema.safeParse(stale.data.current)
  return current.success ? current.data : null
}

/** A form field, for comparing two versions. */
export interface FormField<Form> {
  readonly key: string
  readonly label: string
  /** Masked until clicked. */
  readonly kind: 'text' | MaskedKind
  /** Its contents as text; `''` for none. */
  readonly words: (form: Form) => string
  /** The value to compare versions by, if not the text. */
  readonly identity?: (form: Form) => string
}

/** A field where a form differs from what another user has saved meanwhile. */
export interface StaleField {
  readonly key: string
  readonly label: string
  readonly kind: FormField<unknown>['kind']
  readonly theirs: string
  readonly yours: string
  /** It was changed in the form, so the typed value stays; otherwise the other user's replaces it. */
  readonly isTyped: boolean
}

/**
 * The fields that another user has changed since a form was opened, and that differ in the form.
 *
 * @param opened the form as it was opened
 */
export function staleFields<Form>(fields: readonly FormField<Form>[], opened: Form, theirs: Form, yours: Form): StaleField[] {
  return fields
    .filter(({ words, identity = words }) => identity(theirs) !== identity(yours) && identity(theirs) !== identity(opened))
    .map(({ key, label, kind, words, identity = words }) => ({
      key,
      label,
      kind,
      theirs: words(theirs),
      yours: words(yours),
      isTyped: identity(yours) !== identity(opened),
    }))
}
