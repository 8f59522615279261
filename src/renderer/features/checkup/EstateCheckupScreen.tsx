import { useState } from 'react'
import type { FindingRow } from '#shared/features/checkup/contract.ts'
import type { Property } from '#shared/features/property/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { useAddressQuery } from '../../app-context/navigation.ts'
import { useTabTitle } from '../../app-context/tab.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoEstatePage } from '../estate/parts/GoneEstate.tsx'
import { EstatePicker } from '../estate/parts/EstatePicker.tsx'
import { useChosenEstate, type ChosenEstate } from '../estate/parts/useChosenEstate.ts'
import { PropertyDialog } from '../property/parts/PropertyDialog.tsx'
import { CheckupPage } from './CheckupPage.tsx'
import { propertyPaths } from '../../app-context/paths.ts'

/** 房产信息 → 体检 (`insight.md` section 1): the properties of an estate. */
export function EstateCheckupScreen() {
  const asked = useAddressQuery().get('estateid') || null
  const chosen = useChosenEstate(asked)
  const estate = chosen.estates.find(({ id }) => id === chosen.estateId)
  useTabTitle(estate?.name ?? null)
  if (estate) return <EstateCheckup key={estate.id} estate={estate} chosen={chosen} />
  return <NoEstatePage chosen={chosen} />
}

function EstateCheckup({ estate, chosen }: { readonly estate: { readonly id: string; readonly name: string }; readonly chosen: ChosenEstate }) {
  const [edited, setEdited] = useState<Property | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  // The only call that returns a property by id; includes its owner's other properties.
  const load = useSend('ballot.ownerWithProperties', { refreshes: [] })
  const edit = async ({ propertyId }: FindingRow) => {
    const sent = await load.send({ query: { id: propertyId } })
    const property = sent.ok ? sent.value.properties.find(({ id }) => id === propertyId) : undefined
    if (!property) return
    setEdited(property)
    setIsEditing(true)
  }
  return (
    <CheckupPage
      subject={{ estateId: estate.id, activityId: '' }}
      of={estate.name}
      filters={<EstatePicker chosen={chosen} />}
      acts={{ notNow: null, onEdit: (row) => void edit(row) }}
      isDialogOpen={isEditing}
      dialogs={<PropertyDialog isOpen={isEditing} property={edited} estate={estate} onClose={() => setIsEditing(false)} />}
      empty={<EmptyState text="这个小区还没有房产，请先导入" action={<Act text="去房产信息" type="primary" to={propertyPaths.ofEstate(estate.id)} />} />}
    />
  )
}
