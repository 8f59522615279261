import type { Delivery } from '#shared/features/delivery/contract.ts'
import { deliveryMethodNames } from '#shared/features/activity/deliveryPolicy.ts'
import { relationNames, type Lack } from '#shared/features/delivery/judging.ts'
import { minutesOf } from './deliveryWords.ts'
import type { Tone } from '../../ui/StateTag.tsx'

/** Labels of the items that a delivery lacks. */
const lackNames: Readonly<Record<Lack, string>> = {
  method: '仅有登记',
  late: '截止后送达',
  receipt: '缺回执照片',
  seconddeliverer: '缺第二送达人',
  trackingno: '缺邮寄单号',
  notice: '缺公告起止时间',
  receiver: '未登记签收人',
  relation: '签收人非业主',
  attempt: '公告前无送达登记',
  days: '未满天数',
}

/** A delivery's assessment as coloured texts; empty if not assessed. */
export function evidenceWords({ accepted, lacks }: Pick<Delivery, 'accepted' | 'lacks'>): readonly { readonly text: string; readonly tone: Tone }[] {
  if (accepted === null) return []
  if (lacks.length === 0) return [{ text: '凭证齐全', tone: 'green' }]
  return lacks.map((lack) => ({ text: lackNames[lack], tone: lack === 'method' ? 'grey' : 'orange' }))
}

type Evidence = Pick<Delivery, 'method' | 'receiver' | 'relation' | 'secondDeliverer' | 'trackingNo' | 'noticeFrom' | 'noticeTo'>

/** A delivery's recorded facts with their labels; `''` if none. */
export function evidenceFacts(delivery: Evidence): readonly (readonly [label: string, text: string])[] {
  const { method, receiver, relation, secondDeliverer, trackingNo, noticeFrom, noticeTo } = delivery
  const signer = [receiver, relation === null ? '' : relationNames[relation]].filter((part) => part !== '')
  return [
    ['认可方式', method === null ? '' : deliveryMethodNames[method]],
    ['签收人', signer.length < 2 ? signer.join('') : `${signer[0]}（${signer[1]}）`],
    ['第二送达人', secondDeliverer],
    ['邮寄单号', trackingNo],
    ['公告期间', noticeFrom === null && noticeTo === null ? '' : `${minutesOf(noticeFrom)} 至 ${minutesOf(noticeTo)}`],
  ]
}
