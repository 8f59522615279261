import type { ReactNode } from 'react'
import type { EndpointName } from '#shared/contract/index.ts'
import { useMay } from './may.ts'

/** Renders its children only for users who may make the call. */
export function Allowed({ call, children }: { readonly call: EndpointName; readonly children: ReactNode }) {
  return useMay(call) ? children : null
}
