import { Button, Flex, Form } from 'antd'
import { useDeferredValue, useState, type ReactNode } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { uploadMessages } from '#shared/features/file/rules.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { electionWords } from '../parts/electionWords.ts'
import { activityPaths } from '../parts/activityPaths.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { PageFrame } from '../../../app-context/PageFrame.tsx'
import { useQuestions } from '../../../ui/question.tsx'
import { useNavigate } from '../../../app-context/navigation.ts'
import { usePageTitle, useTab } from '../../../app-context/tab.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { BallotPages, DraftPreview, pagesOfForm } from '../BallotPreview.tsx'
import { changeOf, draftOf } from './activityDraft.ts'
import { ruleBasisUse, type ActivityForm, topicName, type TopicForm } from './activityForm.ts'
import { AttachedSlots } from './AttachedSlots.tsx'
import { BasicFields } from './BasicFields.tsx'
import { PolicyRows } from '../parts/deliveryPolicy/PolicyRows.tsx'
import { FormToolsContext, useFormTools } from './formContext.ts'
import { propertiesInScope, ScopeField, useEstatePlaces } from './ScopeField.tsx'
import { useActivityForm } from './useActivityForm.ts'
import { FormRulesContext, RuleNote, RulesBand, useFormRules } from './FormRules.tsx'
import { useFaults, type Faults } from './useFaults.ts'
import { useStaleActivity } from './useStaleActivity.tsx'
import styles from '../activity.module.css'
import { useMay } from '../../../app-context/may.ts'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { AddButton } from './AddButton.tsx'
import { changeAndFocus } from './changeAndFocus.ts'
import { TopicCard } from './TopicCard.tsx'

interface ActivityEditorProps {
  readonly initial: ActivityForm
  /** The stored activity being edited, as opened; null for a new one. */
  readonly stored: Pick<Activity, 'id' | 'version'> | null
  /** Shown above the form: information about the activity. */
  readonly head?: ReactNode
  readonly estates: readonly { readonly id: string; readonly name: string }[]
}

/** The activity form: basic data, scope, attachments, topics, with a ballot preview. */
export function ActivityEditor({ initial, stored, head, estates }: ActivityEditorProps) {
  const title = usePageTitle()
  const handle = useActivityForm(initial)
  const { values: form, dispatch, tools, faultCount } = handle
  const [isPreviewing, setIsPreviewing] = useState(false)
  const faults = useFaults(handle)
  const rosterCount = useRosterCount(stored?.id ?? null, form, initial)
  const rules = useFormRules({ form, isNew: stored === null, dispatch })
  const stale = useStaleActivity({ form, initial, stored, estates, dispatch })
  const submit = useSubmit(form, stale, faults, handle.isWaiting)
  useUnsaved(form !== initial)
  const estateName = estates.find(({ id }) => id === form.estateId)?.name ?? ''
  return (
    <PageFrame>
      {head}
      <FormToolsContext value={tools}>
        <FormRulesContext value={rules.found}>
          <div className={styles.editorPlace}>
            <div className={styles.editorColumns}>
              {/* No button of it submits, so that Enter in a field does not either: the form is long, and 提交 says what follows. */}
              <Form {...handle.props} className={styles.activityEditor} aria-label={title} layout="vertical" validateTrigger="onBlur">
                {stale.notice}
                <section aria-label="基本信息">
                  <h2>基本信息</h2>
                  <RulesBand {...rules} />
                  <BasicFields isNew={initial.title === ''} countingRule={form.countingRule} ruleBasis={ruleBasisUse(form)} estates={estates} />
                </section>
                <section aria-label="投票范围">
                  <h2>投票范围</h2>
                  <ScopeField form={form} rosterCount={rosterCount} />
                </section>
                <section aria-label="认可的送达方式">
                  <h2>认可的送达方式</h2>
                  <DeliveryPolicyField />
                </section>
                <section aria-label="附件">
                  <h2>附件</h2>
                  <AttachedSlots of="" path={[]} />
                </section>
                <section aria-label="议题">
                  <h2>议题</h2>
                  <TopicsEditor topics={form.topics} />
                </section>
                <Flex className={styles.editorBar} gap="small" align="center" wrap>
                  <Act text="提交" type="primary" loading={submit.isSending} onClick={submit.press} />
                  <Button onClick={() => setIsPreviewing(true)}>预览</Button>
                  <Act text="返回活动列表" to={activityPaths.list} />
                  {faultCount > 0 ? (
                    <Button type="link" danger onClick={faults.goToFirst}>
                      还有 {formatCount(faultCount)} 处需要填写或修改
                    </Button>
                  ) : null}
                </Flex>
              </Form>
              {/* Only if there is room next to the form. */}
              <aside className={styles.editorAside} aria-label="表决票样">
                <BallotAside form={form} estateName={estateName} />
              </aside>
            </div>
          </div>
        </FormRulesContext>
      </FormToolsContext>
      {isPreviewing ? <DraftPreview form={form} estateName={estateName} onClose={() => setIsPreviewing(false)} /> : null}
    </PageFrame>
  )
}

/** 认可的送达方式: the delivery methods that the 议事规则 accept, with clause and required evidence. */
function DeliveryPolicyField() {
  const { rules } = useFormTools()
  return (
    <>
      <p className={styles.policyAbout}>
        按本小区《业主大会议事规则》勾选。一项都不勾选时，登记过的送达一律同样看待。勾选后，每条送达记录会提示缺少的凭证，“表决结果”按登记、方式认可、凭证齐全三种口径分别试算，供核对；正式结论仍按登记为已送达的票计。
      </p>
      <Form.Item name="deliveryPolicy" rules={rules('deliveryPolicy')} validateTrigger="onChange" extra={<RuleNote field="deliverypolicy" />}>
        <PolicyRows />
      </Form.Item>
    </>
  )
}

/** Deferred, so that typing is not delayed. */
function BallotAside({ form, estateName }: { readonly form: ActivityForm; readonly estateName: string }) {
  return <BallotPages pages={pagesOfForm(useDeferredValue(form), estateName)} />
}

/** The roster's number of ballots while the form's scope is the stored one; null for a new activity or another scope. */
function useRosterCount(activityId: string | null, form: ActivityForm, initial: ActivityForm): number | null {
  const counts = useEndpoint('voting.counts', { query: { activityId: activityId ?? '' } }, { enabled: activityId !== null })
  const isStoredScope = form.estateId === initial.estateId && form.isWholeEstate === initial.isWholeEstate && form.scopePaths === initial.scopePaths
  return activityId !== null && isStoredScope ? (counts.data?.ballotCount ?? null) : null
}

const refreshes = [
  'activity.list',
  'activity.get',
  'activity.unfinished',
  'activity.inProgress',
  'activity.scopePaths',
  'voting.counts',
  'voting.unitPaths',
] as const

/** Validates, confirms, submits, and returns to the list. */
function useSubmit(
  form: ActivityForm,
  { base, takeStale }: Pick<ReturnType<typeof useStaleActivity>, 'base' | 'takeStale'>,
  faults: Faults,
  isWaiting: () => boolean,
) {
  const navigate = useNavigate()
  const tab = useTab()
  const toasts = useToasts()
  const { ask } = useQuestions()
  const findUnmerged = useMergeProposal()
  const places = useEstatePlaces(form.estateId)
  const save = useSend('activity.save', { refreshes })
  const update = useSend('activity.update', { refreshes, success: '修改成功', errors: 'caller' })

  const send = async () => {
    const sent = base === null ? await save.send({ body: draftOf(form) }) : await update.send({ body: changeOf(form, base) })
    if (!sent.ok) {
      if (takeStale(sent.failure)) return
      if (base !== null && sent.failure) toasts.failure(sent.failure)
      faults.refuse(sent.failure)
      return
    }
    if (sent.value !== null) {
      const overview = activityPaths.overview(sent.value)
      toasts.notice({ key: 'next', title: '提交成功', detail: '', actions: [{ label: '下一步：核对名册，打开这次投票', act: () => navigate(overview) }] })
    }
    const propose = sent.value === null ? null : await findUnmerged({ id: sent.value.id, estateId: form.estateId })
    // Closing shows the next tab; so the list is opened afterwards.
    tab?.close()
    navigate(activityPaths.list)
    propose?.()
  }
  const press = () => {
    if (!faults.check()) return
    if (isWaiting()) {
      toasts.failure({ kind: 'local', message: uploadMessages.waiting })
      return
    }
    const properties = places.data ? `，投票范围 ${formatCount(propertiesInScope(form, places.data))} 套房产` : ''
    ask({
      title: '确认提交吗？',
      detail: [`“${form.title.trim()}”：${formatCount(form.topics.length)} 个议题${properties}`, ...electionWords(form.topics)].join('；'),
      confirmText: '提交',
      cancelText: '取消',
      onConfirm: send,
    })
  }
  return { press, isSending: save.isSending || update.isSending }
}

/** Checks whether a new activity has owners with several ballots; resolves to a function that proposes merging them. */
function useMergeProposal() {
  const { ask } = useQuestions()
  const navigate = useNavigate()
  const mayMerge = useMay('ballot.mergeOwners')
  const find = useSend('ballot.unmergedOwners', { refreshes: [], errors: 'caller' })
  return async (activity: { readonly id: string; readonly estateId: string }): Promise<() => void> => {
    const found = mayMerge ? await find.send({ query: { activityId: activity.id, kind: 'same', pageNo: 1, pageSize: 1 } }) : null
    // If the check failed, 票权管理 shows it anyway.
    if (!found?.ok || found.value.sameCount === 0) return () => undefined
    const { sameCount } = found.value
    return () =>
      ask({
        title: '同一业主的房产尚未合并',
        detail: `${formatCount(sameCount)} 位业主的几套房产现在各计一票，合并后每位业主只计一票。可以看着名单一次合并，也可以以后在“票权管理”里合并。`,
        confirmText: '查看名单并合并',
        cancelText: '以后再合并',
        onConfirm: () => navigate(activityPaths.mergeAll(activity)),
      })
  }
}

/** The topics in ballot order. */
function TopicsEditor({ topics }: { readonly topics: readonly TopicForm[] }) {
  const { dispatch, idOf, newKey, rules } = useFormTools()
  const add = () => changeAndFocus(() => dispatch({ type: 'topicAdded', key: newKey() }), idOf(['topics', topics.length, 'title']))
  return (
    <>
      <div className={styles.topics}>
        <SortableList ids={topics.map(({ key }) => key)} nameOf={topicName} onMove={(from, to) => dispatch({ type: 'topicMoved', from, to })}>
          {topics.map((topic, index) => (
            <TopicCard key={topic.key} topic={topic} index={index} count={topics.length} />
          ))}
        </SortableList>
      </div>
      <Form.Item name="topics" rules={rules('topics')}>
        <AddButton text="添加议题" onAdd={add} />
      </Form.Item>
    </>
  )
}
