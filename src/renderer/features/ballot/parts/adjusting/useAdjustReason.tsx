import { useState, type ReactNode } from 'react'
import type { ActivityStatus } from '#shared/features/activity/rules.ts'
import { ReasonField } from '../../../../ui/ReasonField.tsx'
import { askedReason } from './adjusting.ts'

interface AdjustReason {
  readonly reason: string
  /** It is asked for and not given yet. */
  readonly isMissing: boolean
  /** To be put into the dialog; null if no reason is asked for. */
  readonly field: ReactNode
}

/** The reason of a dialog that changes heads or area of a roster, asked for while votes are cast. */
export function useAdjustReason(status: ActivityStatus, isDisabled: boolean): AdjustReason {
  const [typed, setTyped] = useState('')
  const asked = askedReason(status)
  const reason = typed.trim()
  return {
    reason,
    isMissing: asked !== undefined && reason === '',
    field: asked ? <ReasonField {...asked} value={typed} isDisabled={isDisabled} onChange={setTyped} /> : null,
  }
}
