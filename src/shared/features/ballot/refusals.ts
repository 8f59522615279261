import { conflict, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of ballot adjustments (`wire.md` section 5, `console.md` section 5, `bad-input.md`). */
export const ballotRefusals = refusalPart({
  'ballot.notFound': notFound('票权不存在'),
  'ballot.ended': conflict('该票权已被合并或调整，请刷新后重试'),
  'ballot.frozen': conflict('该票权已标记或已投票，不能调整'),
  'ballot.wholeFixed': conflict('唱票开始后不能调整票权清册'),
  'ballot.entrusted': conflict('该票权有有效的委托，不能合并或拆分，请先撤销委托'),
  'ballot.itself': conflict('不能与自身合并'),
  'ballot.alreadyMerged': conflict('该房产已在票权中'),
  'ballot.otherOwner': ruleSaysNo('待合并票权的房产需要与主房产的产权人相同~'),
  'ballot.sameOwner': ruleSaysNo('待拆分票权的房产的产权人和手机号不能与主房产完全相同~'),
  'ballot.lastOne': conflict('票权至少保留一个房产'),
  'ballot.notOnIt': conflict('该房产不在此票权中，请刷新后重试'),
  'ballot.placeTaken': conflict('票权清册中已有该位置的房产'),
  'ballot.otherEstate': ruleSaysNo('所选房产不属于该活动所在的小区'),
  'ballot.none': ruleSaysNo('当前没有可用的房屋！'),
  'ballot.mergeChanged': conflict('合并之后这一票又有调整，不能撤销，请刷新后查看'),
  'ballot.namedTwice': conflict('同一票权不能合并到两处，请刷新后重新核对'),
})
