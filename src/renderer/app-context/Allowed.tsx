import type { ReactNode } from 'react'
import type { EndpointName } from '#shared/contract/index.ts'
import { useMay } from './may.ts'

/** Shows what makes a call to those who may make it, and nothing to others. */
export function Allowed({ call, children }: { readonly call: EndpointName; readonly children: ReactNode }) {
  return useMay(call) ? children : null
}
