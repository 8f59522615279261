import type { ActivityRow } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import type { SecondEntries } from '#shared/features/reading/contract.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import type { RouteShortage } from '#shared/features/route/contract.ts'
import { SampleState } from '#shared/features/sample/rules.ts'
import type { Sample } from '#shared/features/sample/contract.ts'
import type { StandingPublication } from '#shared/features/publication/contract.ts'
import { isNoticePublished, isResultPublished } from '#shared/features/publication/rules.ts'
import type { BackupStatus } from '#shared/features/system/backupStatus.ts'
import type { Todo } from '#shared/features/todo/contract.ts'
import { todoKinds, todoNames, TodoState, type TodoKind } from '#shared/features/todo/rules.ts'
import type { ActivityOverview } from '#shared/features/voting/contract.ts'
import { chinaDay, chinaMidnight } from '#shared/time/chinaTime.ts'
import { formatCount } from '../../ui/numbers.ts'
import type { NextStep, PathStep } from '../activity/parts/activityPath/path.ts'
import { pathStepNames } from '../activity/parts/activityPath/path.ts'
import { deadlineOf } from './deadline.ts'

export interface HomeTodo {
  readonly key: string
  readonly text: string
  /** The activity concerned; null if none. */
  readonly activity: ActivityRow | null
  /** 1 is most urgent. */
  readonly urgency: Urgency
  readonly buttons: readonly TodoButton[]
}

/** 1 = waiting loses a vote, 2 = today, 3 = this week, 4 = when there is time. */
export type Urgency = 1 | 2 | 3 | 4

export interface TodoButton {
  readonly name: string
  readonly act: TodoAct
  /** The todo kind that can be marked as done or dismissed without doing it here. */
  readonly settles?: TodoKind
}

export type TodoAct =
  | { readonly kind: 'step'; readonly step: PathStep }
  | { readonly kind: 'route' | 'progress' | 'documents' | 'publications' | 'statistics' | 'backUp' | 'changes' | 'accounts' | 'readings' }

/** The home page's data; undefined while loading, or if not visible to this user. */
export interface HomeFacts {
  readonly activities: readonly ActivityRow[]
  readonly nextOf: (activity: ActivityRow) => NextStep
  readonly overviewOf: (activity: ActivityRow) => ActivityOverview | undefined
  readonly shortageOf: (activity: ActivityRow) => RouteShortage | undefined
  readonly secondOf: (activity: ActivityRow) => SecondEntries | undefined
  readonly samplesOf: (activity: ActivityRow) => readonly Sample[] | undefined
  /** The number of undecided objections; 0 while loading. */
  readonly objectionsOf: (activity: ActivityRow) => number
  readonly settled: readonly Todo[]
  readonly standing: readonly StandingPublication[]
  readonly backup: BackupStatus | undefined
  readonly waitingChanges: number
  readonly waitingAccounts: number
  /** The user's permissions. */
  readonly may: Readonly<Record<'enter' | 'manage' | 'backUp' | 'approve', boolean>>
  /** Epoch ms. */
  readonly now: number
}

/** The pending tasks, most urgent first; within the same urgency, earliest end first. */
export function todosOf(facts: HomeFacts): HomeTodo[] {
  const { activities, waitingChanges, waitingAccounts, may } = facts
  const ofVotes = activities.flatMap((activity) => ofVote(activity, facts))
  const others: HomeTodo[] = []
  if (waitingChanges > 0) {
    others.push(general('changes', `${formatCount(waitingChanges)} 条房产变更待审批`, may.approve ? '去审批' : '查看', 'changes'))
  }
  if (waitingAccounts > 0) others.push(general('accounts', `${formatCount(waitingAccounts)} 个账号待审核`, '去审核', 'accounts'))
  const ends = ({ activity }: HomeTodo): number => activity?.endsAt ?? 0
  return [...ofVotes, ...others].toSorted((a, b) => a.urgency - b.urgency || ends(a) - ends(b))
}

const general = (key: string, text: string, name: string, kind: 'changes' | 'accounts'): HomeTodo => ({
  key,
  text,
  activity: null,
  urgency: 3,
  buttons: [{ name, act: { kind } }],
})

function ofVote(activity: ActivityRow, facts: HomeFacts): HomeTodo[] {
  const todo = (key: string, text: string, urgency: Urgency, ...buttons: readonly TodoButton[]): HomeTodo => ({
    key: `${activity.id} ${key}`,
    text,
    activity,
    urgency,
    buttons,
  })
  if (activity.status === ActivityStatus.finished)
    return [...objectionsLeft(activity, facts, todo), ...samplesLeft(activity, facts, todo), ...afterEnd(activity, facts, todo)]
  return [
    ...papersOf(activity, facts, todo),
    ...readingsOf(activity, facts, todo),
    ...objectionsLeft(activity, facts, todo),
    ...samplesLeft(activity, facts, todo),
    ...missingOf(activity, facts, todo),
    ...nextOf(activity, facts, todo),
    ...noticeOf(activity, facts, todo),
    ...backupOf(activity, facts, todo),
  ]
}
type Make = (key: string, text: string, urgency: Urgency, ...buttons: readonly TodoButton[]) => HomeTodo

/** The number of papers received but not entered, except those too late. */
const waitingPapers = (overview: ActivityOverview | undefined): number => (overview?.funnel ? overview.funnel.toEnter.count - overview.funnel.late.count : 0)

/** Papers received but not entered are votes not counted. */
function papersOf(activity: ActivityRow, { overviewOf, may }: HomeFacts, todo: Make): HomeTodo[] {
  const waiting = waitingPapers(overviewOf(activity))
  if (waiting === 0 || !may.enter) return []
  const step = activity.status === ActivityStatus.tallying ? 'tally' : 'vote'
  return [todo('papers', `${formatCount(waiting)} 票已收回待录入`, 1, { name: '去录入', act: { kind: 'step', step } })]
}

/** Papers due for second reading, and readings waiting for a third person; both block the end of the vote. */
function readingsOf(activity: ActivityRow, { secondOf, may }: HomeFacts, todo: Make): HomeTodo[] {
  const { due = 0, read = 0, different = 0 } = secondOf(activity) ?? {}
  const urgency = activity.status === ActivityStatus.tallying ? 2 : 3
  const open = { name: '去裁定', act: { kind: 'readings' } } as const
  const enter = { name: '去复录', act: { kind: 'readings' } } as const
  return [
    ...(different > 0 && may.manage ? [todo('differences', sentenceFor('reading.differencesOpen', { count: different }), urgency, open)] : []),
    ...(due > read && may.enter ? [todo('second', sentenceFor('reading.secondEntriesDue', { count: due - read }), urgency, enter)] : []),
  ]
}

/** Undecided objections: the objectors wait for a reply. */
function objectionsLeft(activity: ActivityRow, { objectionsOf, may }: HomeFacts, todo: Make): HomeTodo[] {
  const count = objectionsOf(activity)
  if (count === 0 || !may.enter) return []
  return [todo('objections', `异议${formatCount(count)}件待处理`, 2, { name: may.manage ? '去裁定' : '查看', act: { kind: 'publications' } })]
}

/** A sample in progress, to be continued or closed with a reason. */
function samplesLeft(activity: ActivityRow, { samplesOf, may }: HomeFacts, todo: Make): HomeTodo[] {
  const open = samplesOf(activity)?.find(({ state }) => state === SampleState.waiting || state === SampleState.reading)
  if (!open || !may.enter || (open.state === SampleState.waiting && !may.manage)) return []
  const text = open.isStale ? '清单已变化，请结束' : open.state === SampleState.waiting ? '清单已锁定，待掷骰' : '待核对'
  return [todo('sample', `第${open.number}次抽样${text}`, 2, { name: '抽票', act: { kind: 'readings' } })]
}

/** The next step if due; entering votes while there is time is not a task. */
function nextOf(activity: ActivityRow, { nextOf: next, overviewOf, may, now }: HomeFacts, todo: Make): HomeTodo[] {
  const { step, note, isMine } = next(activity)
  if (step === 'vote' || step === 'result') return []
  // Covered by the papers task.
  if (step === 'tally' && (!may.enter || waitingPapers(overviewOf(activity)) > 0)) return []
  const { urgency, left } = deadlineOf(activity, now)
  const isDue = activity.status !== ActivityStatus.notStarted || urgency !== 'later'
  const said = [activity.status === ActivityStatus.notStarted && urgency !== 'later' ? left : '', note].filter((part) => part !== '').join('，')
  const text = said === '' ? pathStepNames[step] : said
  return isMine
    ? [todo('step', text, isDue ? 2 : 3, { name: pathStepNames[step], act: { kind: 'step', step } })]
    : [todo('step', `${text}，等待创建人${pathStepNames[step]}`, 4)]
}

function missingOf(activity: ActivityRow, { shortageOf, may, now }: HomeFacts, todo: Make): HomeTodo[] {
  const fewest = shortageOf(activity)?.fewest ?? 0
  if (fewest === 0) return []
  const { left } = deadlineOf(activity, now)
  const button: TodoButton = may.manage ? { name: '补票路线', act: { kind: 'route' } } : { name: '投票进度', act: { kind: 'progress' } }
  return [todo('missing', `至少还需 ${formatCount(fewest)} 户达到三分之二，${left}`, 2, button)]
}

const isSettled = ({ id }: ActivityRow, kind: TodoKind, settled: readonly Todo[]): boolean =>
  settled.some((todo) => todo.activityId === id && todo.kind === kind && todo.state !== TodoState.open)

const ofActivity = ({ id }: ActivityRow, standing: readonly StandingPublication[]) => standing.filter(({ activityId }) => activityId === id)

function noticeOf(activity: ActivityRow, { settled, standing, may }: HomeFacts, todo: Make): HomeTodo[] {
  if (!may.manage || activity.status === ActivityStatus.tallying || isSettled(activity, 'notice', settled)) return []
  if (isNoticePublished(ofActivity(activity, standing))) return []
  const urgency = activity.status === ActivityStatus.voting ? 2 : 3
  return [todo('notice', '表决公告未出', urgency, { name: '写公告', act: { kind: 'documents' }, settles: 'notice' })]
}

/** The last day with votes has no backup yet. */
function backupOf(activity: ActivityRow, { overviewOf, backup, may }: HomeFacts, todo: Make): HomeTodo[] {
  const lastVote = overviewOf(activity)?.lastVotedAt ?? null
  if (!may.backUp || !backup?.isKept || lastVote === null || (backup.lastAt ?? 0) >= chinaMidnight(lastVote)) return []
  return [todo('backup', '备份早于最近一天的投票', 2, { name: '备份数据', act: { kind: 'backUp' } })]
}

/** The follow-up tasks of a finished vote, until done or dismissed. */
function afterEnd(activity: ActivityRow, { settled, standing, may, backup, overviewOf, now }: HomeFacts, todo: Make): HomeTodo[] {
  if (!may.manage) return []
  const lastVote = overviewOf(activity)?.lastVotedAt ?? null
  const isBackedUp = !may.backUp || !backup?.isKept || lastVote === null || (backup.lastAt ?? 0) > lastVote
  const isPublished = isResultPublished(ofActivity(activity, standing), chinaDay(now))
  const seen = { notice: true, publication: isPublished, backup: isBackedUp, filing: false, bundle: false }
  const left = todoKinds.filter((kind) => !seen[kind] && !isSettled(activity, kind, settled))
  if (left.length === 0) return []
  const text = `表决已结束，未办：${left.map((kind) => todoNames[kind]).join('、')}`
  return [todo('after', text, 3, ...left.map((kind): TodoButton => ({ name: todoNames[kind], act: { kind: actAfterEnd[kind] }, settles: kind })))]
}

const actAfterEnd = { notice: 'documents', publication: 'publications', filing: 'documents', bundle: 'statistics', backup: 'backUp' } as const
