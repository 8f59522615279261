import type { ReactNode } from 'react'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { useLiveInterval } from '../../../../ui/useLiveInterval.ts'
import { Funnel } from './Funnel.tsx'

/** The paper funnel of an activity, kept up to date. Renders nothing until loaded; the page reports failures. */
export function ActivityFunnel({ activityId, children }: { readonly activityId: string; readonly children?: ReactNode }) {
  const refetchInterval = useLiveInterval()
  const { data } = useEndpoint('voting.counts', { query: { activityId } }, { refetchInterval })
  return data ? <Funnel funnel={data.funnel}>{children}</Funnel> : null
}
