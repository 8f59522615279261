import { Button, Flex } from 'antd'
import { useCallback, useEffect, useId, useMemo, useReducer, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import type { FieldError } from '#shared/contract/envelope.ts'
import type { Failure } from '#shared/bridge/outcome.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { useToasts } from '../../../bridge/toasts.tsx'
import { activityPaths } from '../parts/activityPaths.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { PageFrame } from '../../../ui/PageFrame.tsx'
import { useQuestions } from '../../../ui/question.tsx'
import { usePageTitle, useTab } from '../../../app-context/tab.ts'
import { useUnsaved } from '../../../ui/unsaved.ts'
import { BallotPreview, BallotSheet } from '../BallotPreview.tsx'
import { textOfForm } from '../ballotText.ts'
import { changeOf, draftOf } from './activityDraft.ts'
import { faultsOf, fieldOf, type Fault, type FieldName } from './activityFaults.ts'
import { reduceForm, type ActivityForm } from './activityForm.ts'
import { AttachedSlots } from './AttachedSlots.tsx'
import { BasicFields } from './BasicFields.tsx'
import { FormToolsContext, type FormTools } from './formContext.ts'
import { housesInScope, ScopeField, useEstatePlaces } from './ScopeField.tsx'
import { TopicsEditor } from './TopicsEditor.tsx'
import { useStaleActivity } from './useStaleActivity.tsx'

interface ActivityEditorProps {
  readonly initial: ActivityForm
  /** The stored activity that is changed, as it was opened; null: a new one. */
  readonly stored: Pick<Activity, 'id' | 'version'> | null
  /** Above the form: what is to be known of the activity. */
  readonly head?: ReactNode
  readonly estates: readonly { readonly id: string; readonly name: string }[]
}

export const WAIT_FOR_FILES = '有文件正在上传或没有上传成功，请等待完成、重试或移除后再提交'

/** The form of an activity: basic information, scope, attachments, topics; and the ballot that comes of it. */
export function ActivityEditor({ initial, stored, head, estates }: ActivityEditorProps) {
  const title = usePageTitle()
  const [form, dispatch] = useReducer(reduceForm, initial)
  const [isPreviewing, setIsPreviewing] = useState(false)
  const { tools: without, waiting } = useTools(dispatch)
  const faults = useFaults(form, without)
  const { touch } = faults
  // The same object for the editor's life: the topics are drawn anew with every other one.
  const tools = useMemo<FormTools>(() => ({ ...without, touch }), [without, touch])
  const rosterCount = useRosterCount(stored?.id ?? null, form, initial)
  const stale = useStaleActivity({ form, initial, stored, estates, dispatch })
  const submit = useSubmit(form, stale, faults, waiting)
  useUnsaved(form !== initial)
  const ballot = textOfForm(form, estates.find(({ id }) => id === form.estateId)?.name ?? '')
  return (
    <PageFrame title={title}>
      {head}
      <FormToolsContext value={tools}>
        <div className="editor-place">
          <div className="editor-columns">
            {/* Enter in a field submits nothing: the form is long, and its button says what follows. */}
            <form className="activity-editor" aria-label={title} noValidate onSubmit={(event) => event.preventDefault()}>
              {stale.notice}
              <section aria-label="基本信息">
                <h2>基本信息</h2>
                <BasicFields form={form} estates={estates} faults={faults.shown} />
              </section>
              <section aria-label="投票范围">
                <h2>投票范围</h2>
                <ScopeField form={form} faults={faults.shown} rosterCount={rosterCount} />
              </section>
              <section aria-label="附件">
                <h2>附件</h2>
                <AttachedSlots of="" attached={form} onChange={(change) => dispatch({ type: 'changed', change })} />
              </section>
              <section aria-label="议题">
                <h2>议题</h2>
                <TopicsEditor topics={form.topics} faults={faults.shown} />
              </section>
              <Flex className="editor-bar" gap="small" align="center" wrap>
                <Button type="primary" loading={submit.isSending} onClick={submit.press}>
                  提交
                </Button>
                <Button onClick={() => setIsPreviewing(true)}>预览</Button>
                <BackToList />
                {faults.shown.size > 0 ? (
                  <Button type="link" danger onClick={faults.goToFirst}>
                    还有 {formatCount(faults.shown.size)} 处需要填写或修改
                  </Button>
                ) : null}
              </Flex>
            </form>
            {/* Only where there is room beside the form. */}
            <aside className="editor-aside" aria-label="表决票样">
              <BallotSheet text={ballot} />
            </aside>
          </div>
        </div>
      </FormToolsContext>
      <BallotPreview isOpen={isPreviewing} text={ballot} onClose={() => setIsPreviewing(false)} />
    </PageFrame>
  )
}

export function BackToList() {
  const navigate = useNavigate()
  return <Button onClick={() => void navigate(activityPaths.list)}>返回活动列表</Button>
}

function useTools(dispatch: FormTools['dispatch']) {
  const prefix = useId()
  const waiting = useRef(0)
  const tools = useMemo(
    () => ({
      dispatch,
      idOf: (field: FieldName) => `${prefix}${field}`,
      waitFor: (isWaiting: boolean) => {
        waiting.current += isWaiting ? 1 : -1
      },
      newKey: () => crypto.randomUUID(),
    }),
    [dispatch, prefix],
  )
  return { tools, waiting }
}

type Faults = ReturnType<typeof useFaults>

/** What is wrong, and of that what is shown: in fields that were left, and after 提交 everything. */
function useFaults(form: ActivityForm, { idOf }: Pick<FormTools, 'idOf'>) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const [isTried, setIsTried] = useState(false)
  const [refused, setRefused] = useState<{ readonly form: ActivityForm; readonly faults: readonly Fault[] } | null>(null)
  const [wanted, setWanted] = useState<FieldName | null>(null)
  const { isAsking } = useQuestions()
  const own = useMemo(() => faultsOf(form), [form])
  const shown = useMemo(() => {
    const found = own.filter(({ field }) => isTried || touched.has(field))
    // What the server found holds until something is changed.
    const all = refused?.form === form ? [...found, ...refused.faults] : found
    return new Map(all.toReversed().map(({ field, message }) => [field, message]))
  }, [own, isTried, touched, refused, form])
  useEffect(() => {
    // A question that is open takes the focus back when it closes.
    if (wanted === null || isAsking) return undefined
    const frame = requestAnimationFrame(() => {
      bringIntoSight(idOf(wanted))
      setWanted(null)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, isAsking, idOf])
  const touch = useCallback((field: FieldName) => setTouched((before) => (before.has(field) ? before : new Set([...before, field]))), [])
  return {
    shown,
    touch,
    /** True where nothing is wrong; else shows everything that is and goes to the first. */
    check: (): boolean => {
      const [first] = own
      if (!first) return true
      setIsTried(true)
      setWanted(first.field)
      return false
    },
    goToFirst: () => setWanted(own.find(({ field }) => shown.has(field))?.field ?? [...shown.keys()].at(-1) ?? null),
    /** Shows what the server says about single fields. */
    refuse: (failure: Failure | null) => {
      const found = failure?.kind === 'refused' && failure.code === 400 ? fieldErrors(failure.data) : []
      const faults = found.flatMap((error) => {
        const field = fieldOf(form, error)
        return field === null ? [] : [{ field, message: error.message }]
      })
      setRefused({ form, faults })
      setWanted(faults[0]?.field ?? null)
    },
  }
}

function bringIntoSight(id: string): void {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}

function fieldErrors(data: unknown): FieldError[] {
  const isError = (one: unknown): one is FieldError =>
    typeof one === 'object' && one !== null && 'field' in one && 'message' in one && typeof one.field === 'string' && typeof one.message === 'string'
  return Array.isArray(data) ? data.filter(isError) : []
}

/** How many ballots the roster has, while the form's scope is the stored one; null for a new activity or another scope. */
function useRosterCount(activityId: string | null, form: ActivityForm, initial: ActivityForm): number | null {
  const counts = useEndpoint('voting.counts', { query: { activityId: activityId ?? '' } }, { enabled: activityId !== null, errors: 'caller' })
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

/** Checks, asks, sends, and goes back to the list. */
function useSubmit(
  form: ActivityForm,
  { base, takeStale }: Pick<ReturnType<typeof useStaleActivity>, 'base' | 'takeStale'>,
  faults: Faults,
  waiting: { readonly current: number },
) {
  const navigate = useNavigate()
  const tab = useTab()
  const toasts = useToasts()
  const { ask } = useQuestions()
  const places = useEstatePlaces(form.estateId)
  const save = useSend('activity.save', { refreshes, success: '提交成功' })
  const update = useSend('activity.update', { refreshes, success: '修改成功', errors: 'caller' })

  const send = async () => {
    const sent = base === null ? await save.send({ body: draftOf(form) }) : await update.send({ body: changeOf(form, base) })
    if (!sent.ok) {
      if (takeStale(sent.failure)) return
      if (base !== null && sent.failure) toasts.failure(sent.failure)
      faults.refuse(sent.failure)
      return
    }
    // Closing shows the neighbour; the list is what comes after that.
    tab?.close()
    void navigate(activityPaths.list)
  }
  const press = () => {
    if (!faults.check()) return
    if (waiting.current > 0) {
      toasts.failure({ kind: 'local', message: WAIT_FOR_FILES })
      return
    }
    const houses = places.data ? `，投票范围 ${formatCount(housesInScope(form, places.data))} 套房产` : ''
    ask({
      title: '确认提交吗？',
      detail: `“${form.title.trim()}”：${formatCount(form.topics.length)} 个议题${houses}`,
      confirmText: '提交',
      cancelText: '取消',
      onConfirm: send,
    })
  }
  return { press, isSending: save.isSending || update.isSending }
}
