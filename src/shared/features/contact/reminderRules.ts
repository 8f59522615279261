import { isNoPhone } from '../../owner/identity.ts'
import { isLandline, numbersOf } from '../../owner/numbers.ts'
import { CHINA_OFFSET, formatTime } from '../../time/chinaTime.ts'

const HOUR = 3_600_000

/** Limits of 催票短信 (`after.md` section 8): text messages per hour, and the hours of the day for sending, in China time. */
export const reminderLimits = { anHour: 2_000, within: HOUR, from: 8, to: 21 } as const

/** Why a ballot gets no text message. */
export const reminderSkips = {
  voted: '已投票',
  paperBack: '选票已收回',
  ended: '票权已被合并或调整',
  refused: '业主已拒绝投票',
  noPhone: '没有登记手机号',
  landline: '只登记了座机',
  ballotToday: '今天已发过催票短信',
  numberToday: '该手机号今天已收到过催票短信',
  full: `一小时最多发${reminderLimits.anHour}条，请稍后再发`,
  gateway: '短信网关没有响应，已停止发送',
  notTaken: '短信网关没有接收',
  closed: `已过${reminderLimits.to}时，已停止发送`,
  over: '投票已结束，已停止发送',
  cancelled: '已取消发送',
} as const
export type ReminderSkip = keyof typeof reminderSkips

/** The text of all messages: estate, vote and end; nothing about answers. */
export const reminderText = ({ estateName, title, endsAt }: { readonly estateName: string; readonly title: string; readonly endsAt: number }): string =>
  `【社区投票平台】${estateName}“${title}”的投票将于${formatTime(endsAt).slice(0, 16)}结束，请在结束前投票。如已投票请忽略，本短信无需回复。`

/** Why no text messages may be sent now; null if they may. All in epoch ms. */
export function reminderTimeRefusal(endsAt: number, now: number): 'contact.remindOver' | 'contact.remindHours' | null {
  if (now >= endsAt) return 'contact.remindOver'
  const hour = Math.floor((now + CHINA_OFFSET) / HOUR) % 24
  return hour >= reminderLimits.from && hour < reminderLimits.to ? null : 'contact.remindHours'
}

const isMobile = (number: string): boolean => /^1[3-9]\d{9}$/.test(number) && !isNoPhone(number)

/** The first mobile number of a ballot's properties, or why none is usable. */
export function mobileOf(phones: readonly string[]): { readonly number: string } | { readonly skip: 'noPhone' | 'landline' } {
  const numbers = phones.flatMap(numbersOf)
  const number = numbers.find(isMobile)
  if (number !== undefined) return { number }
  return { skip: numbers.some(isLandline) ? 'landline' : 'noPhone' }
}
