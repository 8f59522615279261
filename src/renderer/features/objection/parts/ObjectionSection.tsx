import { Segmented } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import {
  OBJECTION_STATUSES,
  objectionKindNames,
  objectionLimits,
  ObjectionStatus,
  objectionStatusNames,
  type ObjectionStatus as Status,
} from '#shared/features/objection/rules.ts'
import type { Publication } from '#shared/features/publication/contract.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { Act, LineAct } from '../../../app-context/Act.tsx'
import { useTabState } from '../../../app-context/tab.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Awaited } from '../../../ui/FailureState.tsx'
import { minutesOf } from '../../../ui/moments.ts'
import { Pager } from '../../../ui/pageTable/Pager.tsx'
import { useQuestions } from '../../../ui/question.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { StateTag, type Tone } from '../../../ui/StateTag.tsx'
import { usePageState } from '../../../ui/usePageState.ts'
import { slotsOf } from '../../activity/parts/choices/choices.ts'
import { useDocumentSave } from '../../document/parts/useDocumentSave.ts'
import { StoredPictures } from '../../file/parts/attachments/StoredPicture.tsx'
import { StoredNumber } from '../../privacy/parts/StoredNumber.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { ObjectionDialog } from './ObjectionDialog.tsx'
import { correctionWords, objectionReads, publicationSaid } from './objectionWords.ts'
import { RecordFacts, RecordHead, RecordList, SectionHead } from '../../../ui/RecordList.tsx'
import styles from './objection.module.css'

const tones = { 0: 'orange', 1: 'red', 2: 'green', 3: 'grey' } as const satisfies Readonly<Record<Status, Tone>>
const withdrawReasons = ['业主不再坚持', '重复登记', '登记错误'] as const
const filters = [{ value: 'all', label: '全部' }, ...OBJECTION_STATUSES.map((status) => ({ value: String(status), label: objectionStatusNames[status] }))]

interface ObjectionSectionProps {
  readonly activity: Activity
  /** True: what stands above could not be had either, says so, and asks for this again as well. */
  readonly isFailureTold: boolean
}

/** 异议: the owners' objections, newest first, with decisions; including withdrawn ones. */
export function ObjectionSection({ activity, isFailureTold }: ObjectionSectionProps) {
  const [status, setStatus] = useTabState<string>('objection.status', 'all')
  const [condition, setCondition] = useTabState<string>('objection.condition', '')
  const paging = usePageState('objection', [status, condition])
  const { pageNo, pageSize } = paging
  const query = { activityId: activity.id, status: status === 'all' ? null : (Number(status) as Status), condition, pageNo, pageSize }
  const { data, error, isFetching, refetch } = useEndpoint('objection.list', { query }, { keepsPrevious: true })
  const posted = useEndpoint('publication.list', { query: { activityId: activity.id, pageNo: 1, pageSize: MAX_PAGE_SIZE } })
  const publications = posted.data?.rows ?? []
  const [addingAt, setAddingAt] = useState<string | null>(null)
  const [deciding, setDeciding] = useState<Objection | null>(null)
  const isFiltered = status !== 'all' || condition !== ''
  const add = <Act call="objection.save" text="登记异议" type="primary" onClick={() => setAddingAt(formatTime(Date.now()).slice(0, 16))} />
  if (!data && error && isFailureTold) return null
  return (
    <section className={styles.section} aria-label="异议">
      <SectionHead title="异议">{data && (data.total > 0 || isFiltered) ? add : null}</SectionHead>
      {data && (data.total > 0 || isFiltered) ? (
        <SearchBox
          label="异议人、房号、内容或序号"
          value={condition}
          onSearch={setCondition}
          onRepeat={() => void refetch()}
          onReset={() => setStatus('all')}
          isSearching={isFetching}
        >
          <Segmented aria-label="异议状态" options={filters} value={status} onChange={setStatus} />
        </SearchBox>
      ) : null}
      {!data ? (
        <Awaited of={{ error, refetch }} rows={4} />
      ) : data.total === 0 ? (
        <EmptyState
          {...(isFiltered ? { text: '没有符合条件的异议' } : { text: '还没有登记过异议。业主对表决或公示有异议的，在这里登记，由管理人员裁定', action: add })}
        />
      ) : (
        <>
          <RecordList label="异议列表" items={data.rows}>
            {(objection) => (
              <OneObjection
                activity={activity}
                objection={objection}
                answered={publications.find(({ id }) => id === objection.publicationId)}
                onDecide={() => setDeciding(objection)}
              />
            )}
          </RecordList>
          {data.total > data.rows.length ? <Pager total={data.total} totals="" paging={paging} /> : null}
        </>
      )}
      <ObjectionDialog
        at={addingAt}
        activity={activity}
        publications={publications.filter(({ withdrawnAt }) => withdrawnAt === null)}
        onClose={() => setAddingAt(null)}
      />
      {deciding === null ? null : <DecisionDialog key={deciding.id} activity={activity} objection={deciding} onClose={() => setDeciding(null)} />}
    </section>
  )
}

interface OneObjectionProps {
  readonly activity: Activity
  readonly objection: Objection
  /** The publication that it refers to; undefined if none. */
  readonly answered: Publication | undefined
  readonly onDecide: () => void
}

function OneObjection({ activity, objection, answered, onDecide }: OneObjectionProps) {
  const { id, number, kind, place, topicIds, name, phone, receivedAt, text, pictures, status, creator, createdAt, withdrawnAt } = objection
  const titles = activity.topics.filter((topic) => topicIds.includes(topic.id)).map(({ sortNo, title }) => `${sortNo}. ${title}`)
  return (
    <>
      <RecordHead
        acts={
          <>
            {status === ObjectionStatus.withdrawn ? null : (
              <LineAct
                call="objection.decide"
                text={status === ObjectionStatus.pending ? '裁定' : '重新裁定'}
                aria-label={`${status === ObjectionStatus.pending ? '裁定' : '重新裁定'} 异议${number}`}
                onClick={onDecide}
              />
            )}
            {objection.decisions.length === 0 ? null : <ReplyButton activity={activity} objection={objection} />}
            {status === ObjectionStatus.pending ? <WithdrawButton objection={objection} /> : null}
          </>
        }
      >
        <strong>
          异议{number}　{objectionKindNames[kind]}
        </strong>
        <StateTag tone={tones[status]}>{objectionStatusNames[status]}</StateTag>
        <span>{place}</span>
      </RecordHead>
      <p className={styles.text}>{text}</p>
      <RecordFacts>
        <dt>异议人</dt>
        <dd>
          {name}
          {phone === '' ? null : (
            <>
              {' '}
              <StoredNumber kind="phone" text={phone} of={{ kind: 'objection', id }} />
            </>
          )}
        </dd>
        {titles.length === 0 ? null : (
          <>
            <dt>议题</dt>
            <dd>{titles.join('；')}</dd>
          </>
        )}
        {answered ? (
          <>
            <dt>公示</dt>
            <dd className="tabular">{publicationSaid(answered)}</dd>
          </>
        ) : null}
        <dt>收到</dt>
        <dd className="tabular">
          {minutesOf(receivedAt)}，{creator} {minutesOf(createdAt)} 登记
        </dd>
        {withdrawnAt === null ? null : (
          <>
            <dt>撤回</dt>
            <dd className="tabular">
              {objection.withdrawnBy} {minutesOf(withdrawnAt)}，原因：{objection.withdrawReason}
            </dd>
          </>
        )}
        <Decisions activity={activity} objection={objection} />
      </RecordFacts>
      {pictures.length === 0 ? null : <StoredPictures paths={pictures} label={`异议${number}的图片`} />}
    </>
  )
}

/** The decisions; superseded ones are struck through. */
function Decisions({ activity, objection: { decisions } }: Pick<OneObjectionProps, 'activity' | 'objection'>) {
  const slots = slotsOf(activity.topics)
  return decisions.map(({ decision, reason, corrections, decider, decidedAt, isSelfDecided }, index) => (
    <div key={`${decidedAt} ${index}`} className={index === decisions.length - 1 ? styles.decision : styles.replaced}>
      <dt>{index === decisions.length - 1 ? '裁定' : '原裁定'}</dt>
      <dd>
        <span className="tabular">
          {objectionStatusNames[decision]}，{decider} {minutesOf(decidedAt)}
          {isSelfDecided ? '（录入该投票的人裁定，没有其他人可以裁定）' : ''}
        </span>
        <p>{reason}</p>
        {corrections.length === 0 ? null : (
          <ul>
            {corrections.map((correction) => (
              <li key={`${correction.ballotId} ${correction.kind}`}>{correctionWords(correction, slots)}</li>
            ))}
          </ul>
        )}
      </dd>
    </div>
  ))
}

/** Saves the 异议答复 of a decided objection, and opens it. */
function ReplyButton({ activity, objection }: Pick<OneObjectionProps, 'activity' | 'objection'>) {
  const { save, isRunning } = useDocumentSave(activity)
  return (
    <LineAct
      call="document.make"
      text="回复"
      aria-label={`回复 异议${objection.number}`}
      loading={isRunning}
      onClick={() => void save('objectionreply', objection)}
    />
  )
}

/** Registers that an objection was withdrawn, after asking for a reason. */
function WithdrawButton({ objection: { id, number, name } }: { readonly objection: Objection }) {
  const { ask } = useQuestions()
  const { send } = useSend('objection.withdraw', { refreshes: objectionReads, success: '撤回异议成功' })
  const withdraw = () =>
    ask({
      title: `确认撤回异议${number}吗?`,
      detail: `异议人 ${name}。撤回后仍列在这里，不能再裁定`,
      confirmText: '撤回',
      isDangerous: true,
      reason: { ...objectionLimits.withdrawReason, ready: withdrawReasons },
      onConfirm: (reason) => send({ body: { id, reason } }),
    })
  return <LineAct call="objection.withdraw" text="撤回" danger aria-label={`撤回 异议${number}`} onClick={withdraw} />
}
