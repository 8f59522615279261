import type { Activity } from '#shared/features/activity/contract.ts'
import { statusName } from '#shared/features/activity/rules.ts'
import { maskPhone } from '#shared/owner/masking.ts'
import { doorInWords, occupancyNames } from '#shared/features/property/categories.ts'
import type { NotVotedProperty, NotVotedPage } from '#shared/features/result/contract.ts'
import { notVotedStateName } from '#shared/features/result/notVoted.ts'
import { shownPath } from '#shared/place/placeText.ts'
import { voteSourceName } from '#shared/features/delivery/contract.ts'
import { minutesOf, shortMoment } from '../../ui/moments.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { SeparatedText } from '../../ui/SeparatedText.tsx'
import { PrintedPage, Signatures } from '../../ui/print/PrintedPage.tsx'
import { visitInWords } from '../contact/parts/contactWords.ts'
import { notVotedSortNames, notVotedStateNames, type NotVotedFilter } from './notVoted.ts'
import styles from './notVoted.module.css'

interface NotVotedPaperProps {
  readonly activity: Activity
  readonly filter: NotVotedFilter
  /** All properties matching the filter, with totals. */
  readonly list: NotVotedPage
  readonly madeAt: Date
}

/** 未投名单 on paper, for home visits: masked phones, and a column for notes. */
export function NotVotedPaper({ activity, filter, list, madeAt }: NotVotedPaperProps) {
  const state = notVotedStateNames.find(({ value }) => value === filter.state)?.name ?? ''
  return (
    <PrintedPage
      title={activity.title}
      kind="未投名单"
      facts={[
        { name: '小区', value: activity.estateName },
        { name: '活动状态', value: statusName(activity.status) },
        { name: '表决时间', value: `${minutesOf(activity.startsAt)} 至 ${minutesOf(activity.endsAt)}`, isWide: true },
        {
          name: '范围',
          value: `${shownPath(filter.path) || '全部'}，${state}${filter.occupancy === null ? '' : `，${occupancyNames[filter.occupancy]}`}，${notVotedSortNames[filter.sort]}`,
          isWide: true,
        },
        { name: '合计', value: `${formatCount(list.total)} 套，${formatCount(list.ballotCount)} 票，${formatArea(list.areaHundredths)}㎡`, isWide: true },
      ]}
    >
      <table className={styles.paper}>
        <thead>
          <tr>
            <th className="printed-page-number">序号</th>
            <th>房屋</th>
            <th>产权人</th>
            <th>手机号</th>
            <th className="printed-page-number">面积(㎡)</th>
            <th>状态</th>
            <th>最近送达</th>
            <th>最近走访</th>
            <th>备注</th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((property, index) => (
            <Row key={property.rosterPropertyId} number={index + 1} property={property} now={madeAt.getTime()} />
          ))}
        </tbody>
      </table>
      <Signatures names={['打印人', '核对人']} />
    </PrintedPage>
  )
}

function Row({ number, property, now }: { readonly number: number; readonly property: NotVotedProperty; readonly now: number }) {
  const { place, ownerName, phone, areaHundredths, markedCode, ballotPropertyCount } = property
  const door = doorInWords(property)
  return (
    <tr>
      <td className="printed-page-number">{formatCount(number)}</td>
      <td>
        {place}
        {ballotPropertyCount > 1 ? `（与另 ${formatCount(ballotPropertyCount - 1)} 套同票）` : ''}
        {door === '' ? null : <div className={styles.paperDoor}>{door}</div>}
      </td>
      <td>
        <SeparatedText text={ownerName} />
      </td>
      <td>
        <SeparatedText text={maskPhone(phone)} />
      </td>
      <td className="printed-page-number">{formatArea(areaHundredths)}</td>
      <td>
        {notVotedStateName(property)} <span className={styles.code}>{markedCode}</span>
      </td>
      <td>{property.deliveredAt === null ? '未送达' : `${shortMoment(property.deliveredAt, now)} ${voteSourceName(property.voteSource)}`}</td>
      <td>{visitInWords(property.contact, now)}</td>
      <td />
    </tr>
  )
}
