import type { TextLimit } from '../../text/limits.ts'

/** Check-up rules, in the order in which findings are listed (`insight.md` section 1). */
export const CHECK_RULES = ['sameOwner', 'likelySame', 'namesake', 'idNumber', 'phone', 'area', 'samePlace', 'grid', 'ownerKind', 'sold', 'compare'] as const
export type CheckRule = (typeof CHECK_RULES)[number]

/** Severity: 1 must be settled, 2 should be reviewed, 3 is information. */
export const CHECK_TIERS = [1, 2, 3] as const
export type CheckTier = (typeof CHECK_TIERS)[number]

export const checkTierNames = { 1: '必须处理', 2: '建议核对', 3: '仅提示' } as const satisfies Readonly<Record<CheckTier, string>>

export const checkRuleNames = {
  sameOwner: '疑似同一人',
  likelySame: '可能同一人',
  namesake: '同名不同人',
  idNumber: '证件号',
  phone: '手机号',
  area: '面积',
  samePlace: '位置重复',
  grid: '楼盘表缺房',
  ownerKind: '产权人类型',
  sold: '已售未过户',
  compare: '与对照表不一致',
} as const satisfies Readonly<Record<CheckRule, string>>

/** Maximum findings in an answer, and rows shown per finding. */
export const MAX_FINDINGS = 2_000
export const MAX_FINDING_ROWS = 50

/** Whether a rule's findings can be merged on a roster: several ballots belong, or may belong, to one owner. */
export const saysOneOwner = (rule: CheckRule, effect: string): boolean =>
  rule === 'sameOwner' || rule === 'likelySame' || (rule === 'ownerKind' && effect !== '')

export const checkupLimits = {
  dismissReason: { label: '原因', max: 200, missing: '请输入原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Predefined reasons for dismissing a finding. */
export const dismissReasons = ['已向产权人核实', '已与不动产登记核对', '已与身份证件核对', '登记如此，情况属实'] as const
