import { Alert, Form, Radio } from 'antd'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { Awaited } from '../../../ui/FailureState.tsx'
import { formatCount } from '../../../ui/numbers.ts'
import { propertyCount } from '../../property/parts/placeTree.ts'
import { PlaceTreeSelect } from '../parts/places/PlaceTreeSelect.tsx'
import type { ActivityForm } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import { propertyPaths } from '../../../app-context/paths.ts'
import styles from '../activity.module.css'

interface ScopeFieldProps {
  readonly form: ActivityForm
  /** The roster's number of ballots if the scope is still the stored one; else null. */
  readonly rosterCount: number | null
}

/** The scope: the whole estate, or selected periods, buildings and units; with the resulting numbers of properties and ballots. */
export function ScopeField({ form, rosterCount }: ScopeFieldProps) {
  const { estateId } = form
  const places = useEstatePlaces(estateId)
  if (estateId === '') return <p className={styles.scopeNone}>请先选择小区</p>
  if (!places.data) return <Awaited of={places} rows={2} isShort />
  if (places.data.length === 0) return <NoProperties estateId={estateId} />
  return <KnownScope form={form} tree={places.data} rosterCount={rosterCount} />
}

/** The estate's places with property counts; not fetched until an estate is chosen. */
export function useEstatePlaces(estateId: string) {
  return useEndpoint('estate.places', { query: { estateId, counts: '1' } }, { enabled: estateId !== '' })
}

/** The number of properties in the form's scope. */
export function propertiesInScope({ isWholeEstate, scopePaths }: Pick<ActivityForm, 'isWholeEstate' | 'scopePaths'>, tree: readonly PlaceNode[]): number {
  return propertyCount(tree, isWholeEstate ? undefined : scopePaths)
}

interface KnownScopeProps {
  readonly form: ActivityForm
  readonly tree: readonly PlaceNode[]
  readonly rosterCount: number | null
}

function KnownScope({ form, tree, rosterCount }: KnownScopeProps) {
  const { rules } = useFormTools()
  return (
    <>
      <Form.Item name="isWholeEstate" noStyle>
        <Radio.Group
          aria-label="投票范围"
          options={[
            { value: true, label: `整个小区（${formatCount(propertyCount(tree))} 套）` },
            { value: false, label: '指定范围' },
          ]}
        />
      </Form.Item>
      {form.isWholeEstate ? null : (
        <Form.Item className={styles.scopeTree} name="scopePaths" rules={rules('scope')} validateTrigger="onChange">
          <PlaceTreeSelect key={form.estateId} label="投票范围" tree={tree} />
        </Form.Item>
      )}
      <p className={styles.scopeWords} role="status">
        {rosterCount === null ? (
          <>
            已选 <b className="tabular">{formatCount(propertiesInScope(form, tree))}</b> 套房产，建立{' '}
            <b className="tabular">{formatCount(propertiesInScope(form, tree))}</b> 票：每套房产一票，同一产权人的可以在“票权管理”中合并
          </>
        ) : (
          <>
            已选 <b className="tabular">{formatCount(propertiesInScope(form, tree))}</b> 套房产，票权清册现有{' '}
            <b className="tabular">{formatCount(rosterCount)}</b> 票
          </>
        )}
      </p>
    </>
  )
}

function NoProperties({ estateId }: { readonly estateId: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      title="这个小区还没有房产，现在提交的活动没有票权，不能开启投票。请先导入房产，或之后用“同步到投票活动”加入"
      action={<Act text="去导入房产" size="small" to={propertyPaths.ofEstate(estateId)} />}
    />
  )
}
