import { Act } from '../../../app-context/Act.tsx'
import { estatePaths } from '../../../app-context/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageFrame } from '../../../app-context/PageFrame.tsx'

/** A page about an estate that the server does not know, or no longer. */
export function GoneEstatePage() {
  return (
    <PageFrame>
      <EmptyState text="小区不存在，可能已被删除" action={<Act text="返回小区管理" type="primary" to={estatePaths.list} />} />
    </PageFrame>
  )
}
