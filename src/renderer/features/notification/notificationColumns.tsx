import type { Notification } from '#shared/features/notification/contract.ts'
import { Masked } from '../../widgets/Masked.tsx'
import type { PageColumn } from '../../widgets/PageTable.tsx'
import { minutesOf, statusWords, voteSourceName } from './notifyWords.ts'
import { NotifyStatusTag } from './NotifyStatusTag.tsx'

/** The list's columns (`console.md` section 2, Notification registration). */
export const columns: readonly PageColumn<Notification>[] = [
  { key: 'place', title: '房屋', text: ({ place }) => place, width: 190, isStretched: true, isAlwaysShown: true },
  { key: 'ownerName', title: '产权人', text: ({ ownerName }) => ownerName, width: 108 },
  { key: 'phone', title: '手机号', text: ({ phone }) => phone, cell: ({ phone }) => <Masked kind="phone" text={phone} />, width: 172, share: 16 },
  {
    key: 'status',
    title: '状态',
    text: ({ notifyStatus }) => statusWords(notifyStatus).name,
    cell: ({ notifyStatus }) => <NotifyStatusTag status={notifyStatus} />,
    width: 78,
  },
  { key: 'voteSource', title: '送达方式', text: ({ voteSource }) => voteSourceName(voteSource), width: 80 },
  { key: 'deliveredBy', title: '送达人', text: ({ deliveredBy }) => deliveredBy, width: 108 },
  { key: 'deliveredAt', title: '时间', text: ({ deliveredAt }) => minutesOf(deliveredAt), kind: 'time', width: 140 },
]
