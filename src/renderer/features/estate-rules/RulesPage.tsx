import type { ReactNode } from 'react'
import type { Estate } from '#shared/features/estate/contract.ts'
import type { EstateRules } from '#shared/features/estate-rules/contract.ts'
import { useAddressQuery } from '../../app-context/navigation.ts'
import { AwaitedPage } from '../../app-context/PageFrame.tsx'
import { useTabTitle } from '../../app-context/tab.ts'
import { useEstateRules } from '../activity/parts/useEstateRules.ts'
import { GoneEstatePage } from '../estate/parts/GoneEstate.tsx'
import { useEstate } from '../estate/parts/useEstate.ts'

/** A page about the rules of the estate in its address, newest first. */
export function RulesPage({ children }: { readonly children: (estate: Estate, rules: readonly EstateRules[]) => ReactNode }) {
  const estateId = useAddressQuery().get('estateid') ?? ''
  const { estate, failure, retry } = useEstate(estateId)
  const { data, error, refetch } = useEstateRules(estateId)
  useTabTitle(estate?.name)
  if (estate === null) return <GoneEstatePage />
  if (estate && data) return children(estate, data.rows)
  const again = () => {
    retry()
    void refetch()
  }
  return <AwaitedPage failure={failure ?? error?.message ?? null} onRetry={again} />
}
