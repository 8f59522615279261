import type { ImportEntry } from '#shared/features/journal/contract.ts'
import { activityPaths } from '../activity/parts/activityPaths.ts'
import { propertyPaths } from '../../app-context/paths.ts'

/** An import's target: the estate, or the activity with its estate. */
export function importedInto({ action, estateName, activityTitle }: Pick<ImportEntry, 'action' | 'estateName' | 'activityTitle'>): string {
  if (action === 'property.import') return estateName === '' ? '小区已删除' : estateName
  return activityTitle === '' ? '活动已删除' : `${activityTitle}（${estateName}）`
}

/** The address of an import's target; null if it no longer exists. */
export function placeOfImport({
  action,
  estateId,
  activityId,
}: Pick<ImportEntry, 'action' | 'estateId' | 'activityId'>): { name: string; path: string } | null {
  if (action === 'property.import') return estateId === '' ? null : { name: '查看房产', path: propertyPaths.ofEstate(estateId) }
  return activityId === '' ? null : { name: '查看送达', path: activityPaths.deliveries({ id: activityId, estateId }) }
}
