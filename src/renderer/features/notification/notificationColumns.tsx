import type { Notification } from '#shared/features/notification/contract.ts'
import { Masked } from '../../widgets/Masked.tsx'
import type { PageColumn } from '../../widgets/PageTable.tsx'
import { minutesOf, statusWords, voteSourceName } from './notifyWords.ts'
import { NotifyStatusTag } from './NotifyStatusTag.tsx'

/** The list's columns (`console.md` section 2, Notification registration). */
export const columns: readonly PageColumn<Notification>[] = [
  { key: 'place', title: '房屋', text: ({ place }) => place, width: 186, isStretched: true, isAlwaysShown: true, sort: 'place' },
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 100 },
  { key: 'phone', title: '手机号', text: ({ phone }) => phone, cell: ({ phone }) => <Masked kind="phone" text={phone} />, width: 140, share: 14 },
  {
    key: 'status',
    title: '状态',
    text: ({ notifyStatus }) => statusWords(notifyStatus).name,
    cell: ({ notifyStatus }) => <NotifyStatusTag status={notifyStatus} />,
    width: 78,
  },
  { key: 'voteSource', title: '送达方式', text: ({ voteSource }) => voteSourceName(voteSource), width: 80 },
  { key: 'deliveredBy', title: '送达人', text: ({ deliveredBy }) => deliveredBy, width: 98 },
  { key: 'deliveredAt', title: '时间', text: ({ deliveredAt }) => minutesOf(deliveredAt), kind: 'time', width: 138, sort: 'time' },
]
