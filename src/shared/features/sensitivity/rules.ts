/** Heading of a sensitivity check: it is a trial, and decides nothing. */
export const SENSITIVITY_HEADING = '按不同口径试算，供核对'

/** What may be counted differently, each with its values and their names (`insight.md` section 3). */
export const axes = {
  /** How delivered but unreturned ballots count. */
  silence: { name: '未反馈票', values: { leftOut: '不计', majority: '从多', abstention: '弃权' } },
  voided: { name: '整票作废', values: { out: '不参与', in: '参与' } },
  parking: { name: '车位面积', values: { counted: '计', leftOut: '不计' } },
  sameOwner: { name: '疑似同一人', values: { apart: '不合并', merged: '合并' } },
  delivery: { name: '送达', values: { registered: '全部登记', accepted: '方式认可', complete: '凭证齐全' } },
  late: { name: '截止后录入', values: { counted: '计', leftOut: '不计' } },
  /** Received after the original end, before any extension. */
  extended: { name: '延期后收到', values: { counted: '计', leftOut: '不计' } },
} as const
export type Axis = keyof typeof axes
export type AxisValue<A extends Axis> = A extends Axis ? keyof (typeof axes)[A]['values'] : never
export const AXES = Object.keys(axes) as readonly Axis[]

/** Changes applied to ballots until the outcome changes. */
export const MOVES = ['approve → invalid', 'approve → oppose', 'voted → not voted', 'oppose → approve', 'not voted → approve'] as const
export type Move = (typeof MOVES)[number]
