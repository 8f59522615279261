import { propertyNamedFields } from '#shared/features/property/sheet.ts'
import { Allowed } from '../../../app-context/Allowed.tsx'
import { Act } from '../../../app-context/Act.tsx'
import { useNavigate } from '../../../app-context/navigation.ts'
import { newActivityOf, propertyPaths } from '../../../app-context/paths.ts'
import { propertyReads } from './propertyReads.ts'
import { UndoImportButton } from './UndoImportButton.tsx'
import type { ImportSource } from '../../job/parts/ImportPanel/importSource.ts'

/** The import of properties into an estate; the same source everywhere, so that every screen shows a running import. */
export function propertyImport(estate: { readonly id: string; readonly name: string }): ImportSource {
  return {
    endpoint: 'property.import',
    fields: { estateId: estate.id },
    refreshes: [...propertyReads, 'audit.lastImports'],
    columns: propertyNamedFields,
    template: 'property',
    after: (leave) => <AfterImport estateId={estate.id} onLeave={leave} />,
    labels: { title: 'Excel导入', target: estate.name, see: '查看房产', repeatIsSafe: '已有的房产会被更新，不会重复' },
  }
}

interface AfterImportProps {
  readonly estateId: string
  readonly onLeave: () => void
}

/** The next steps after an import: the estate's check-up, a new activity, or back. */
function AfterImport({ estateId, onLeave }: AfterImportProps) {
  const navigate = useNavigate()
  const leaveFor = (address: string) => {
    onLeave()
    navigate(address)
  }
  return (
    <>
      <Act call="checkup.get" text="名册体检" onClick={() => leaveFor(propertyPaths.checkup(estateId))} />
      <Act call="activity.save" text="新建投票" onClick={() => leaveFor(newActivityOf(estateId))} />
      <Allowed call="property.undoImport">
        <UndoImportButton estateId={estateId} text="撤销本次导入" onDone={onLeave} />
      </Allowed>
    </>
  )
}
