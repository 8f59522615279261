import { Act } from '../../../app-context/Act.tsx'
import { estatePaths } from '../../../app-context/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Awaited } from '../../../ui/FailureState.tsx'
import type { ChosenEstate } from './useChosenEstate.ts'
import { PageFrame } from '../../../app-context/PageFrame.tsx'

/** Shown if the server does not have the estate, or no longer. */
export function GoneEstatePage() {
  return (
    <PageFrame>
      <EmptyState text="小区不存在，可能已被删除" action={<Act text="返回小区管理" type="primary" to={estatePaths.list} />} />
    </PageFrame>
  )
}

/** A page about a chosen estate while none is: it is on its way, gone, or there is none yet. */
export function NoEstatePage({ chosen: { isUnknown, query, estates } }: { readonly chosen: ChosenEstate }) {
  if (isUnknown) return <GoneEstatePage />
  const create = <Act call="estate.save" text="登记小区" type="primary" to={estatePaths.create} />
  return (
    <PageFrame>
      {query.data && estates.length === 0 ? <EmptyState text="还没有小区。先登记小区，再导入它的房产" action={create} /> : <Awaited of={query} />}
    </PageFrame>
  )
}
