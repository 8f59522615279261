/** Predefined reasons. */
export const deliveryVoidReasons = ['登记错房屋', '登记错时间或方式', '重复登记', '实际未送达'] as const

/** Maximum photos per delivery. */
export const MAX_DELIVERY_PICTURES = 9

/** Maximum properties listed in one call; a filter may cover more. */
export const MAX_DELIVERIES = 5_000

/** Maximum properties of a ballot listed in an answer; a developer's ballot may have hundreds, repeated in each row. */
export const MAX_LISTED_PROPERTIES = 20

/** Paper states that allow registering a delivery: handed out, received. */
export const DELIVERED_PAPER_STATES = [1, 2] as const
export type DeliveredPaperState = (typeof DELIVERED_PAPER_STATES)[number]

export const deliveryMessages = {
  noPaperState: '请选择按已收回还是已发出的选票登记',
  tooMany: `一次最多勾选${MAX_DELIVERIES}套房屋，更多的请用条件筛选后登记全部`,
  nobody: '没有符合条件的房屋',
  inFuture: '送达时间不能晚于当前时间',
  noticeEndsBefore: '公告止不能早于公告起',
} as const

/** The status of a roster row: 1 its ballot has voted, 0 delivered, null neither (`wire.md` section 8). */
export type DeliveryStatus = 0 | 1 | null

/** A row status' name. */
export function deliveryStatusName(status: DeliveryStatus): string {
  return status === 1 ? '已投票' : status === 0 ? '已送达' : '未送达'
}

/** `notifyWay`: registered in the office; the owners' mini-programme writes another. */
export const AT_OFFICE = 2
