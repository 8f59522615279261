import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'

/** Refusals of the route (`insight.md` section 2). */
export const routeRefusals = refusalPart({
  'route.ended': { code: Code.ruleSaysNo, sentence: '投票已截止' },
  'route.noDeliveries': { code: Code.ruleSaysNo, sentence: '该活动的计票方式不计未反馈票，没有送达路线' },
  'route.otherHouse': { code: Code.notFound, sentence: '该票权中没有这套房屋，请刷新后重试' },
  'route.tooLong': { code: Code.ruleSaysNo, sentence: '路线计算超时，请稍后重试，或改为“少敲门”' },
  'route.tooMuch': { code: Code.ruleSaysNo, sentence: '路线计算内存不足，请稍后重试，或改为“少敲门”' },
})
