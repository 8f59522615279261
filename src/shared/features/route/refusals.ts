import { notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of the route (`insight.md` section 2). */
export const routeRefusals = refusalPart({
  'route.ended': ruleSaysNo('投票已截止'),
  'route.noDeliveries': ruleSaysNo('该活动的计票方式不计未反馈票，没有送达路线'),
  'route.otherHouse': notFound('该票权中没有这套房屋，请刷新后重试'),
  'route.tooLong': ruleSaysNo('路线计算超时，请稍后重试，或改为“少敲门”'),
  'route.tooMuch': ruleSaysNo('路线计算内存不足，请稍后重试，或改为“少敲门”'),
})
