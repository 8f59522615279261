import type { ReactNode } from 'react'
import { useMay, type RestrictedCall } from './may.ts'

/** Shows what makes a call to those who may make it, and nothing to others. */
export function Allowed({ call, children }: { readonly call: RestrictedCall; readonly children: ReactNode }) {
  return useMay(call) ? children : null
}
