import { Alert, Button, Checkbox, Modal, Skeleton, Statistic } from 'antd'
import { useState } from 'react'
import type { ActivityRow } from '#shared/features/activity/contract.ts'
import type { StatusStep } from '#shared/features/activity/rules.ts'
import { EMPTY_FUNNEL, notVotedOf, wholeOf, type PaperFunnel } from '#shared/features/voting/funnel.ts'
import { noticeHasRun, versionName } from '#shared/features/estate-rules/rules.ts'
import { PublicationKind } from '#shared/features/publication/rules.ts'
import { useEndpoint } from '../../../../bridge/useEndpoint.ts'
import { useSend } from '../../../../bridge/useSend.ts'
import { useToasts } from '../../../../bridge/toasts.tsx'
import { FailureState } from '../../../../ui/FailureState.tsx'
import { FractionList } from '../fractions/FractionList.tsx'
import { Funnel } from '../funnel/Funnel.tsx'
import { formatCount } from '../../../../ui/numbers.ts'
import { quorumOutlook, type QuorumOutlook } from './quorumOutlook.ts'
import { stepWords } from './stepWords.ts'
import { CheckupWarning, ScansWaiting, UnmergedWarning } from './StepWarnings.tsx'
import styles from './stepDialog.module.css'
import { electionWords } from '../electionWords.ts'
import { useNavigate } from '../../../../app-context/navigation.ts'
import { activityPaths } from '../activityPaths.ts'
import { minutesOf } from '../../../../ui/moments.ts'
import { useEstateRules } from '../useEstateRules.ts'

/** The follow-up of a step, and its screen. */
const nexts: Readonly<Record<StatusStep, { readonly label: string; readonly path: (activity: ActivityRow) => string }>> = {
  start: { label: '发出选票', path: activityPaths.papers },
  startTally: { label: '唱票', path: (activity) => activityPaths.desk(activity, 3) },
  finish: { label: '公示结果', path: activityPaths.documents },
}

export interface AskedStep {
  readonly step: StatusStep
  readonly activity: ActivityRow
}

interface StepDialogProps {
  /** Null: closed. */
  readonly asked: AskedStep | null
  readonly onClose: () => void
}

const endpoints = { start: 'activity.start', startTally: 'activity.startTally', finish: 'activity.finish' } as const satisfies Record<StatusStep, string>
const refreshes = [
  'activity.list',
  'activity.get',
  'activity.inProgress',
  'activity.unfinished',
  'voting.counts',
  'voting.overview',
  'result.progress',
  'result.statistics',
] as const

/**
 * Confirms a change of an activity's status, with its consequences: number of ballots, how many are not tallied, whether the
 * quorum is met.
 */
export function StepDialog({ asked, onClose }: StepDialogProps) {
  return asked ? <OpenDialog key={`${asked.activity.id} ${asked.step}`} asked={asked} onClose={onClose} /> : null
}

function OpenDialog({ asked: { step, activity }, onClose }: StepDialogProps & { readonly asked: AskedStep }) {
  const { figures, failure, retry } = useStepFigures(step, activity)
  const [askedAt] = useState(() => Date.now())
  const [isAccepted, setIsAccepted] = useState(false)
  const words = stepWords(step, activity, figures?.funnel ?? EMPTY_FUNNEL, askedAt)
  const take = useSend(endpoints[step], { refreshes })
  const toasts = useToasts()
  const navigate = useNavigate()
  const confirm = async () => {
    const sent = await take.send({ query: { id: activity.id } })
    if (sent.ok) {
      const { label, path } = nexts[step]
      toasts.notice({ key: 'next', title: words.success, detail: '', actions: [{ label: `下一步：${label}`, act: () => navigate(path(activity)) }] })
    }
    if (sent.ok || sent.failure?.kind === 'refused') onClose()
  }
  const isToBeAccepted = figures?.outlook?.tone === 'error'
  return (
    <Modal
      open
      width={640}
      title={words.question}
      className={styles.dialog}
      mask={{ closable: false }}
      closable={false}
      keyboard={!take.isSending}
      onCancel={onClose}
      footer={[
        <Button key="cancel" autoFocus disabled={take.isSending} onClick={onClose}>
          取消
        </Button>,
        <Button
          key="confirm"
          type="primary"
          danger={step === 'finish' || isToBeAccepted}
          disabled={figures === null || words.refusal !== null || (isToBeAccepted && !isAccepted)}
          loading={take.isSending}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </Button>,
      ]}
    >
      <p className={styles.title} title={activity.title}>
        {activity.title}
      </p>
      {figures ? (
        <>
          <Figures funnel={figures.funnel} />
          <Funnel funnel={figures.funnel} />
          {words.missing === null ? null : <p className={styles.missing}>{words.missing}</p>}
          {step === 'start' ? <UnmergedWarning activity={activity} onLeave={onClose} /> : null}
          {step === 'start' ? <CheckupWarning activity={activity} onLeave={onClose} /> : null}
          {step === 'start' ? <NoticeWarning activity={activity} /> : null}
          {step === 'start' ? <ElectionLines activityId={activity.id} className={styles.consequence} /> : null}
          {words.consequences.map((sentence) => (
            <p key={sentence} className={styles.consequence}>
              {sentence}
            </p>
          ))}
          {words.danger === null ? null : <Alert className={styles.danger} type="error" showIcon title={words.danger} />}
          {step === 'finish' ? <ScansWaiting activity={activity} onLeave={onClose} /> : null}
          {words.warning === null ? null : <Alert type="warning" showIcon title={words.warning} />}
          {words.refusal === null ? null : <Alert type="error" showIcon title={words.refusal} />}
          {figures.outlook === null ? null : <Quorum outlook={figures.outlook} />}
          {isToBeAccepted ? (
            <Checkbox className={styles.accept} checked={isAccepted} onChange={(event) => setIsAccepted(event.target.checked)}>
              我已知道参与未达三分之二，仍要{words.confirm}
            </Checkbox>
          ) : null}
        </>
      ) : failure !== null ? (
        <FailureState sentence={failure} onRetry={retry} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )
}

interface StepFigures {
  readonly funnel: PaperFunnel
  readonly outlook: QuorumOutlook | null
}

/** The numbers for the question, fetched anew each time, since earlier counts may be outdated. */
function useStepFigures(step: StatusStep, activity: ActivityRow): { figures: StepFigures | null; failure: string | null; retry: () => void } {
  const endsVoting = step !== 'start'
  const counts = useEndpoint('voting.counts', { query: { activityId: activity.id } })
  const statistics = useEndpoint('result.progress', { query: { activityId: activity.id } }, { enabled: endsVoting })
  const asked = endsVoting ? [counts, statistics] : [counts]
  const failed = asked.find(({ error, isFetching }) => error && !isFetching)
  const isKnown = asked.every(({ data, error, isFetchedAfterMount }) => isFetchedAfterMount && !error && data !== undefined)
  const funnel = counts.data?.funnel
  return {
    figures:
      isKnown && funnel
        ? { funnel, outlook: endsVoting && statistics.data ? quorumOutlook(step, activity.countingRule, statistics.data, funnel) : null }
        : null,
    failure: failed?.error?.message ?? null,
    retry: () => {
      for (const query of asked) if (query.error) void query.refetch()
    },
  }
}

/** Whether the quorum is met, each inequality with its numbers. */
function Quorum({ outlook: { tone, sentence, fractions, outlook } }: { readonly outlook: QuorumOutlook }) {
  return (
    <Alert
      className={tone === 'error' ? styles.quorumError : styles.quorum}
      type={tone}
      showIcon
      title={sentence}
      description={
        <>
          <FractionList fractions={fractions} label="参与情况" />
          {outlook === '' ? null : <p className={styles.outlook}>{outlook}</p>}
        </>
      }
    />
  )
}

function Figures({ funnel }: { readonly funnel: PaperFunnel }) {
  const figures = [
    { title: '票权总数', value: wholeOf(funnel).count },
    { title: '已投票', value: funnel.entered.count },
    { title: '未投票', value: notVotedOf(funnel).count },
  ]
  return (
    <div className={styles.figures}>
      {figures.map(({ title, value }) => (
        <div key={title} role="group" aria-label={title}>
          <Statistic title={title} value={formatCount(value)} />
        </div>
      ))}
    </div>
  )
}

/** The number of seats for each election topic; nothing if there is none. */
function ElectionLines({ activityId, className }: { readonly activityId: string; readonly className: string }) {
  const { data } = useEndpoint('activity.get', { query: { id: activityId } })
  return electionWords(data?.topics ?? []).map((words, index) => (
    <p key={`${index} ${words}`} className={className}>
      选举：{words}。
    </p>
  ))
}

/**
 * Before voting starts: warns that no notice will have been posted for as long as the rules require; nothing if one will, or
 * none is required.
 */
function NoticeWarning({ activity: { id, estateId, startsAt } }: { readonly activity: Pick<ActivityRow, 'id' | 'estateId' | 'startsAt'> }) {
  const { data: activity } = useEndpoint('activity.get', { query: { id } })
  const { data: versions } = useEstateRules(estateId)
  const { data: standing } = useEndpoint('publication.standing', { query: { activityIds: [id] } })
  const rules = versions?.rows.find((each) => each.id === activity?.rulesId)
  if (!rules || !standing || startsAt === null || rules.noticeDays === 0) return null
  const notices = standing.filter(({ kind }) => kind === PublicationKind.notice)
  if (notices.some((notice) => noticeHasRun(notice, rules.noticeDays, startsAt))) return null
  return (
    <Alert
      className={styles.rosterWarning}
      type="warning"
      showIcon
      title={`议事规则${versionName(rules.version)}${rules.clauses.noticedays}要求表决公告公示满 ${rules.noticeDays} 日，到 ${minutesOf(startsAt)} 开始时还没有公示满，请核对公示记录或修改开始时间`}
    />
  )
}
