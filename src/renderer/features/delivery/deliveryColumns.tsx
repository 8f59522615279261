import type { ReactNode } from 'react'
import { voteSourceName, type FoundDelivery, type VoidedDelivery } from '#shared/features/delivery/contract.ts'
import type { SearchTerm } from '#shared/search/condition.ts'
import { nameMarks, numberMarks, writtenPlaceMarks } from '#shared/search/marks.ts'
import { MarkedText } from '../../ui/MarkedText.tsx'
import { StoredNumber } from '../privacy/parts/StoredNumber.tsx'
import type { PageColumn } from '../../ui/PageTable.tsx'
import { EvidenceTag } from './EvidenceTags.tsx'
import { evidenceWords } from './evidenceWords.ts'
import { minutesOf, statusWords } from './deliveryWords.ts'
import type { DeliveryStatus } from '#shared/features/delivery/rules.ts'
import { StateTag } from '../../ui/StateTag.tsx'
import { voidInWords } from '#shared/features/delivery/voided.ts'
import styles from './delivery.module.css'

const evidenceColumn: PageColumn<FoundDelivery> = {
  key: 'evidence',
  title: '凭证',
  text: (row) =>
    evidenceWords(row)
      .map(({ text }) => text)
      .join('、'),
  cell: (row) => <EvidenceTag judged={row} />,
  width: 150,
}

/** A text of the effective delivery, else of the voided one. */
const orVoided = (text: string, voided: VoidedDelivery | null, of: (voided: VoidedDelivery) => string): ReactNode =>
  voided && of(voided) !== '' ? <VoidedText text={of(voided)} voided={voided} /> : text

/**
 * The list's columns (`console.md` section 2, Notification registration).
 *
 * @param isJudged whether the activity lists accepted delivery methods
 * @param terms the search terms, highlighted in the cells
 */
export function columnsOf(isJudged: boolean, terms: readonly SearchTerm[]): readonly PageColumn<FoundDelivery>[] {
  return [
    {
      key: 'place',
      title: '房屋',
      text: ({ place }) => place,
      cell: ({ place }) => <MarkedText text={place} ranges={writtenPlaceMarks(terms, place)} />,
      width: 186,
      isStretched: true,
      isAlwaysShown: true,
      sort: 'place',
    },
    {
      key: 'ownerName',
      title: '产权人',
      text: ({ ownerName }) => ownerName,
      cell: ({ ownerName, initials }) => <MarkedText text={ownerName} ranges={nameMarks(terms, ownerName, initials)} />,
      width: isJudged ? 84 : 100,
    },
    {
      key: 'phone',
      title: '手机号',
      text: ({ phone }) => phone,
      cell: ({ rosterPropertyId, phone, place }) => (
        <StoredNumber of={{ kind: 'roster', id: rosterPropertyId }} kind="phone" text={phone} marks={numberMarks(terms, phone, place.split('-'))} />
      ),
      width: 140,
      share: 14,
      givesWay: 4,
    },
    {
      key: 'status',
      title: '状态',
      text: ({ deliveryStatus }) => statusWords(deliveryStatus).name,
      cell: ({ deliveryStatus }) => <DeliveryStatusTag status={deliveryStatus} />,
      width: 78,
    },
    ...(isJudged ? [evidenceColumn] : []),
    {
      key: 'voteSource',
      title: '送达方式',
      text: ({ voteSource }) => voteSourceName(voteSource),
      cell: ({ voteSource, lastVoided }) => orVoided(voteSourceName(voteSource), lastVoided, (voided) => voteSourceName(voided.voteSource)),
      width: 80,
      givesWay: 2,
    },
    // A narrow window cannot fit both; the records also name the deliverer.
    {
      key: 'deliveredBy',
      title: '送达人',
      text: ({ deliveredBy }) => deliveredBy,
      cell: ({ deliveredBy, lastVoided }) => orVoided(deliveredBy, lastVoided, (voided) => voided.deliveredBy),
      width: 98,
      isHiddenAtFirst: isJudged,
      givesWay: 1,
    },
    {
      key: 'deliveredAt',
      title: '时间',
      text: ({ deliveredAt }) => minutesOf(deliveredAt),
      cell: ({ deliveredAt, lastVoided }) => orVoided(minutesOf(deliveredAt), lastVoided, (voided) => minutesOf(voided.deliveredAt)),
      kind: 'time',
      width: 138,
      givesWay: 3,
      sort: 'time',
    },
  ]
}

/** Whether something was delivered to a property's owner, and whether the ballot has voted, as a coloured tag. */
function DeliveryStatusTag({ status }: { readonly status: DeliveryStatus }) {
  const { name, tone } = statusWords(status)
  return <StateTag tone={tone}>{name}</StateTag>
}

/** A text of a voided delivery: struck through, with user, time and reason of the voiding as tooltip. */
function VoidedText({ text, voided }: { readonly text: string; readonly voided: VoidedDelivery }) {
  const words = voidInWords(voided)
  return (
    <del className={styles.voided} title={words} aria-label={`${text}（${words}）`}>
      {text}
    </del>
  )
}
