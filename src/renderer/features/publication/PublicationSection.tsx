import { useState } from 'react'
import type { Page } from '#shared/contract/page.ts'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Publication } from '#shared/features/publication/contract.ts'
import {
  publicationKindNames,
  publicationLength,
  publicationLimits,
  PublicationState,
  publicationState,
  publicationStateNames,
  publicationWithdrawReasons,
  runningDayInWords,
} from '#shared/features/publication/rules.ts'
import { chinaDay } from '#shared/time/chinaTime.ts'
import { Act, LineAct } from '../../app-context/Act.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Awaited } from '../../ui/FailureState.tsx'
import { minutesOf } from '../../ui/moments.ts'
import { formatCount } from '../../ui/numbers.ts'
import { Pager } from '../../ui/pageTable/Pager.tsx'
import { useQuestions } from '../../ui/question.tsx'
import { StateTag, type Tone } from '../../ui/StateTag.tsx'
import type { PageState } from '../../ui/usePageState.ts'
import { StoredPictures } from '../file/parts/attachments/StoredPicture.tsx'
import { PublicationDialog, publicationReads } from './PublicationDialog.tsx'
import { RecordFacts, RecordHead, RecordList, SectionHead } from '../../ui/RecordList.tsx'
import styles from './publication.module.css'

const tones = {
  [PublicationState.planned]: 'orange',
  [PublicationState.running]: 'blue',
  [PublicationState.over]: 'green',
  [PublicationState.withdrawn]: 'grey',
} as const satisfies Readonly<Record<PublicationState, Tone>>

interface PublicationSectionProps {
  readonly activity: Activity
  readonly query: {
    readonly data: Page<Publication> | undefined
    readonly dataUpdatedAt: number
    readonly error: { readonly message: string } | null
    readonly refetch: () => unknown
  }
  readonly paging: PageState
}

/** 公示: what was posted, where, and from which day to which; newest first, including withdrawn ones. */
export function PublicationSection({ activity, query: { data, dataUpdatedAt, error, refetch }, paging }: PublicationSectionProps) {
  const [isAdding, setIsAdding] = useState(false)
  const add = <Act call="publication.save" text="登记公示" type="primary" onClick={() => setIsAdding(true)} />
  return (
    <section aria-label="公示">
      <SectionHead title="公示">{data && data.total > 0 ? add : null}</SectionHead>
      {!data ? (
        <Awaited of={{ error, refetch }} rows={6} />
      ) : data.total === 0 ? (
        <EmptyState text="还没有登记过公示。清册、公告或结果张贴以后，在这里登记地点和起止日期" action={add} />
      ) : (
        <>
          <RecordList label="公示列表" items={data.rows}>
            {(publication) => <OnePublication publication={publication} today={chinaDay(dataUpdatedAt)} />}
          </RecordList>
          {data.total > data.rows.length ? <Pager total={data.total} totals="" paging={paging} /> : null}
        </>
      )}
      <PublicationDialog isOpen={isAdding} activity={activity} lastPlaces={data?.rows[0]?.places ?? ''} onClose={() => setIsAdding(false)} />
    </section>
  )
}

function OnePublication({ publication, today }: { readonly publication: Publication; readonly today: string }) {
  const { kind, dateFrom, dateTo, places, remark, pictures, creator, createdAt, withdrawnAt, withdrawnBy, withdrawReason } = publication
  const state = publicationState({ dateFrom, dateTo, isWithdrawn: withdrawnAt !== null }, today)
  return (
    <>
      <RecordHead acts={withdrawnAt === null ? <WithdrawButton publication={publication} /> : null}>
        <strong className={withdrawnAt === null ? undefined : styles.withdrawn}>{publicationKindNames[kind]}</strong>
        <StateTag tone={tones[state]}>{publicationStateNames[state]}</StateTag>
        <span className="tabular">
          {dateFrom} 至 {dateTo}（{formatCount(publicationLength(publication))}天）
        </span>
        {state === PublicationState.running ? <span className="tabular">{runningDayInWords(publication, today)}</span> : null}
      </RecordHead>
      <RecordFacts>
        <dt>地点</dt>
        <dd>{places}</dd>
        {remark === '' ? null : (
          <>
            <dt>备注</dt>
            <dd>{remark}</dd>
          </>
        )}
        <dt>登记</dt>
        <dd className="tabular">
          {creator} {minutesOf(createdAt)}
        </dd>
        {withdrawnAt === null ? null : (
          <>
            <dt>撤回</dt>
            <dd className="tabular">
              {withdrawnBy} {minutesOf(withdrawnAt)}，原因：{withdrawReason}
            </dd>
          </>
        )}
      </RecordFacts>
      {pictures.length === 0 ? null : <StoredPictures paths={pictures} label={`${publicationKindNames[kind]}公示照片`} />}
    </>
  )
}

/** Withdraws a publication, after asking for a reason. */
function WithdrawButton({ publication: { id, kind, dateFrom, dateTo } }: { readonly publication: Publication }) {
  const { ask } = useQuestions()
  const { send } = useSend('publication.withdraw', { refreshes: publicationReads, success: '撤回公示成功' })
  const name = `${publicationKindNames[kind]}公示`
  const withdraw = () =>
    ask({
      title: `确认撤回该${name}吗?`,
      detail: `${dateFrom} 至 ${dateTo}。撤回后仍列在这里，不再计公示天数`,
      confirmText: '撤回',
      isDangerous: true,
      reason: { ...publicationLimits.reason, ready: publicationWithdrawReasons },
      onConfirm: (reason) => send({ body: { id, reason } }),
    })
  return <LineAct call="publication.withdraw" text="撤回" danger aria-label={`撤回 ${name} ${dateFrom}`} onClick={withdraw} />
}
