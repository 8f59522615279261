import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ActivitySteps } from './ActivitySteps.tsx'
import { ActivityPage, GoneActivityPage, IncompletePage } from './parts/ActivityPage.tsx'
import { useAddressQuery } from '../../app-context/navigation.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { AwaitedPage, PageFrame } from '../../app-context/PageFrame.tsx'
import { useTabTitle } from '../../app-context/tab.ts'
import { useActivity } from './parts/useActivity.ts'
import { GoneEstatePage } from '../estate/parts/GoneEstate.tsx'
import { ActivityView } from './ActivityView.tsx'
import { ActivityEditor } from './editor/ActivityEditor.tsx'
import { formOf } from './editor/activityDraft.ts'
import { newForm, withRules, type ActivityForm } from './editor/activityForm.ts'
import { useEstateRules } from './parts/useEstateRules.ts'
import { reasonInWords } from './parts/whyNot.ts'
import { creatorRefusal } from './rowActions.ts'
import { estatePaths } from '../../app-context/paths.ts'

/** The activity editor (`console.md` section 2): edits the activity in `activityid`, read-only with `vflag=1`. */
export function ActivityInputScreen() {
  const query = useAddressQuery()
  const activityId = query.get('activityid') ?? ''
  if (query.get('vflag') === '1') {
    return activityId === '' ? <IncompletePage /> : <ActivityPage>{(activity) => <ActivityView activity={activity} />}</ActivityPage>
  }
  return activityId === '' ? <NewActivity /> : <StoredActivity activityId={activityId} />
}

function NewActivity() {
  useTabTitle(null)
  return <WithEstates>{(estates) => <EmptyEditor estates={estates} />}</WithEstates>
}

function EmptyEditor({ estates }: { readonly estates: AnswerOf<'estate.all'> }) {
  const asked = useAddressQuery().get('estateid') ?? ''
  const [only, ...others] = estates
  // A single estate is preselected.
  const chosen = asked === '' ? (others.length === 0 ? only : undefined) : estates.find(({ id }) => id === asked)
  const [estateId, setEstateId] = useState(chosen?.id ?? '')
  // A list still being refetched may contain the estate.
  if (estateId === '' && asked !== '' && chosen) setEstateId(chosen.id)
  const { data, isPending, refetch } = useEstateRules(estateId)
  if (estateId === '' && asked !== '') return <GoneEstatePage />
  // The rules are filled in before the form is shown, so that nothing counts as typed.
  if (estateId !== '' && isPending) return <AwaitedPage failure={null} onRetry={() => void refetch()} />
  const inForce = data?.rows.find((rules) => rules.isInForce) ?? null
  return <NewEditor initial={withRules(newForm(estateId, crypto.randomUUID()), inForce, null)} estates={estates} />
}

/** Keeps the initial form across renders. */
function NewEditor({ initial: first, estates }: { readonly initial: ActivityForm; readonly estates: AnswerOf<'estate.all'> }) {
  const [initial] = useState(first)
  return <ActivityEditor initial={initial} stored={null} estates={estates} />
}

function StoredActivity({ activityId }: { readonly activityId: string }) {
  const { activity, isGone, failure, isFresh, retry } = useActivity(activityId)
  const { id: userId } = useCurrentUser()
  // The edited activity stays as it was when opened, whatever later answers say.
  const [opened, setOpened] = useState<Activity | null>(null)
  if (opened === null && activity && isFresh) setOpened(activity)
  useTabTitle(activity?.title)
  if (opened) {
    const refusalOf = (one: Activity) => reasonInWords(creatorRefusal(one, 'update', userId), { status: one.status, step: 'update' })
    const refusal = refusalOf(opened)
    // The papers that prevented editing have been spoiled meanwhile.
    if (refusal !== null && activity && isFresh && refusalOf(activity) === null) setOpened(activity)
    return refusal === null ? <LoadedEditor activity={opened} /> : <ActivityView activity={activity ?? opened} refusal={refusal} />
  }
  if (isGone) return <GoneActivityPage />
  return <AwaitedPage failure={failure} onRetry={retry} />
}

function LoadedEditor({ activity }: { readonly activity: Activity }) {
  const [initial] = useState(() => formOf(activity))
  return (
    <WithEstates>
      {(estates) => <ActivityEditor initial={initial} stored={activity} head={<ActivitySteps activity={activity} isEditing />} estates={estates} />}
    </WithEstates>
  )
}

/** Loads the estates to choose from; without one no activity can be created. */
function WithEstates({ children }: { readonly children: (estates: AnswerOf<'estate.all'>) => ReactNode }) {
  const estates = useEndpoint('estate.all', {})
  if (estates.data && estates.data.length > 0) return children(estates.data)
  return (
    <PageFrame>
      {estates.data ? (
        <EmptyState text="还没有小区。先登记小区、导入房产，再新增投票活动" action={<Act text="登记小区" type="primary" to={estatePaths.create} />} />
      ) : (
        <Awaited of={estates} rows={10} />
      )}
    </PageFrame>
  )
}
