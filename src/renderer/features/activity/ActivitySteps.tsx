import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { isAllowed } from '#shared/features/account/roles.ts'
import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { isNoticePublished, PublicationKind, publicationStep, runningDayInWords, runningOn } from '#shared/features/publication/rules.ts'
import { TodoState } from '#shared/features/todo/rules.ts'
import { useCurrentUser } from '../../app-context/currentUser.ts'
import { useNavigate } from '../../app-context/navigation.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { ReasonedButton } from '../../ui/ReasonedButton.tsx'
import { useLiveInterval } from '../../ui/useLiveInterval.ts'
import { useActivityActions } from './activityActions.tsx'
import { barSteps, stepsOfBar, type BarAct, type BarState, type BarStep } from './activitySteps.ts'
import { activityPaths } from './parts/activityPaths.ts'
import { nextStep } from './parts/activityPath/path.ts'
import { useStandingPublications } from './parts/useStandingPublications.ts'
import { whyNotNow } from './parts/whyNot.ts'
import { actionState, lowestRoleOf } from './rowActions.ts'
import styles from './activitySteps.module.css'

const spoken: Readonly<Record<BarState, string>> = { done: '已完成', now: '当前', open: '未开始', skipped: '已略过' }

/** All steps of an activity, done and open, each with its button or the reason why it is disabled. */
export function ActivitySteps({ activity, isEditing = false }: { readonly activity: ActivityRow; readonly isEditing?: boolean }) {
  const { next, steps } = useSteps(activity)
  const { act, whyNotOf, question } = useStepActs(activity)
  return (
    <div className={styles.path}>
      <ol className={styles.steps} aria-label="活动进程">
        {(Object.keys(barSteps) as BarStep[]).map((key, index) => {
          const { state, note, act: does, button, takes } = steps[key]
          const waits = state === 'now' && !next.isMine ? '等待创建人' : ''
          return (
            <li key={key} className={styles[state]} aria-label={`${barSteps[key]}：${spoken[state]}`}>
              <span className={styles.name}>
                <Mark state={state} number={index + 1} />
                {barSteps[key]}
              </span>
              {isEditing && does === 'edit' ? null : (
                <ReasonedButton
                  size="small"
                  type={state === 'now' && next.isMine ? 'primary' : 'default'}
                  reason={whyNotOf(does, takes)}
                  onClick={() => act(does)}
                >
                  {button}
                </ReasonedButton>
              )}
              <span className={styles.note} title={note}>
                {waits === '' ? note : waits}
              </span>
            </li>
          )
        })}
      </ol>
      {question}
    </div>
  )
}

function Mark({ state, number }: { readonly state: BarState; readonly number: number }) {
  if (state === 'done') return <CheckCircleFilled aria-hidden className={styles.mark} />
  if (state === 'skipped') return <MinusCircleOutlined aria-hidden className={styles.mark} />
  return (
    <span aria-hidden className={`${styles.number} tabular`}>
      {number}
    </span>
  )
}

/** The steps' state; derived from the status alone until the server has answered. */
function useSteps(activity: ActivityRow) {
  const { id: userId } = useCurrentUser()
  const [now] = useState(() => Date.now())
  const refetchInterval = useLiveInterval()
  const isPastVoting = activity.status >= ActivityStatus.tallying
  const asked = { query: { activityIds: [activity.id] } }
  const overview = useEndpoint('voting.overview', asked, { refetchInterval })
  const todos = useEndpoint('todo.list', asked)
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } }, { enabled: isPastVoting })
  const isUnderWay = activity.status === ActivityStatus.voting || activity.status === ActivityStatus.tallying
  const readings = useEndpoint('reading.summary', { query: { activityId: activity.id } }, { enabled: isUnderWay, refetchInterval })
  const known = overview.data?.[0] ?? null
  const next = nextStep(activity, known, userId, now)
  const published = usePublished(activity.id)
  const isDone = (kind: 'notice' | 'publication') => todos.data?.some((todo) => todo.kind === kind && todo.state === TodoState.done) === true
  const done = new Set((['notice', 'publication'] as const).filter((kind) => isDone(kind) || published.done[kind]))
  const facts = { talliedCount: counts.data?.talliedCount ?? 0, second: readings.data?.second ?? null, done, running: published.running }
  return { next, steps: stepsOfBar({ activity, next, counts: known, ...facts }) }
}

/** The activity's publications, and the current day of running ones. */
function usePublished(activityId: string) {
  const { standing, today } = useStandingPublications(activityId)
  const isNotice = ({ kind }: StandingPublication): boolean => kind === PublicationKind.notice
  const isResult = ({ kind }: StandingPublication): boolean => publicationStep(kind) === 'publishResult'
  const dayOf = (isIt: (each: StandingPublication) => boolean): string => {
    const [first] = runningOn(standing.filter(isIt), today)
    return first ? runningDayInWords(first, today) : ''
  }
  return {
    done: { notice: isNoticePublished(standing), publication: standing.some(({ kind }) => kind === PublicationKind.result) },
    running: { notice: dayOf(isNotice), publication: dayOf(isResult) },
  }
}

/** Actions of the steps' buttons, and why one is disabled. */
function useStepActs(activity: ActivityRow) {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const { act, question } = useActivityActions()
  const whyNotOf = (does: BarAct, takes: Parameters<typeof whyNotNow>[1] | undefined): string | null => {
    if (does === 'papers' || does === 'publications') return null
    const lowest = does === 'documents' ? 'manager' : lowestRoleOf(does)
    if (!isAllowed(user.roles, lowest)) return sentenceFor('account.roleTooLow', { lowest })
    if (does === 'documents') return null
    const state = actionState(does, activity, user)
    if (!state.isShown) return (takes === undefined ? null : whyNotNow(activity, takes)) ?? sentenceFor('activity.notCreator')
    return state.refusedStep === null ? null : whyNotNow(activity, state.refusedStep)
  }
  return {
    whyNotOf,
    act: (does: BarAct) => {
      if (does === 'documents') navigate(activityPaths.documents(activity))
      else if (does === 'papers') navigate(activityPaths.papers(activity))
      else if (does === 'publications') navigate(activityPaths.publications(activity))
      else if (does !== 'delete') act(does, activity)
    },
    question,
  }
}
