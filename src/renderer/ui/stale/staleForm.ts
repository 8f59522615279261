import type { z } from 'zod'
import type { Failure } from '#shared/bridge/outcome.ts'
import { StaleForm } from '#shared/contract/stale.ts'
import type { MaskedKind } from '#shared/owner/masking.ts'
import { isRefusedFor } from '../../bridge/failure.ts'

/** The subject of a form as it is now, where a failure says that somebody has changed it meanwhile; null for any other failure. */
export function currentOf<S extends z.ZodType>(failure: Failure | null, schema: S): z.output<S> | null {
  if (!isRefusedFor(failure, 'form.stale')) return null
  const stale = StaleForm.safeParse(failure.data)
  if (!stale.success) return null
  // Codecs decode; what is no such subject is reported as the plain refusal that it is.
  const current = schema.safeParse(stale.data.current)
  return current.success ? current.data : null
}

/** A field of a form, as far as two versions of it are compared. */
export interface FormField<Form> {
  readonly key: string
  readonly label: string
  /** What is masked until it is clicked. */
  readonly kind: 'text' | MaskedKind
  /** What is in it, in words; `''` for nothing. */
  readonly words: (form: Form) => string
  /** What two versions are compared by, where it is not the words. */
  readonly identity?: (form: Form) => string
}

/** A field in which a form differs from what somebody else has written meanwhile. */
export interface StaleField {
  readonly key: string
  readonly label: string
  readonly kind: FormField<unknown>['kind']
  readonly theirs: string
  readonly yours: string
  /** It was changed in the form: what was typed stays there. Else what they have written takes its place. */
  readonly isTyped: boolean
}

/**
 * The fields that somebody else has changed since a form was opened, and that stand otherwise in the form.
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
