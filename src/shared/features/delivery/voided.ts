import { formatTime } from '../../time/chinaTime.ts'
import { voteSourceName, type VoidedDelivery } from './contract.ts'

const minutes = (moment: number | null): string => (moment === null ? '' : formatTime(moment).slice(0, 16))

/** Who voided a delivery, when and why: `张秀英 2026-05-02 10:00 作废：登记错房屋`. */
export const voidInWords = ({ voidedBy, voidedAt, voidReason }: Pick<VoidedDelivery, 'voidedBy' | 'voidedAt' | 'voidReason'>): string =>
  `${voidedBy} ${minutes(voidedAt)} 作废：${voidReason}`

/** A void delivery on one line: `2026-05-01 09:30 上门，张秀英 2026-05-02 10:00 作废：登记错房屋`. */
export const voidedInWords = (delivery: Omit<VoidedDelivery, 'deliveredBy'>): string =>
  `${minutes(delivery.deliveredAt)} ${voteSourceName(delivery.voteSource)}，${voidInWords(delivery)}`
