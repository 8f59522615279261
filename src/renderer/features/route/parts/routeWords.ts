import type { RouteDoor } from '#shared/features/route/contract.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { shortMoment } from '../../../ui/moments.ts'

/** Papers in the office are counted as votes. */
export const inHandWords = (count: number): string => `含已收回未录入${formatCount(count)}张`

/**
 * `05-01 08:30 上门（王五）`, or that there was no contact.
 *
 * @param now epoch ms
 */
export function contactWords({ lastContact }: Pick<RouteDoor, 'lastContact'>, now: number): string {
  if (lastContact?.at === undefined || lastContact.at === null) return '未联系'
  const { at, way, by } = lastContact
  return `${shortMoment(at, now)} ${way}${by === '' ? '' : `（${by}）`}`
}
