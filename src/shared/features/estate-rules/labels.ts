import { change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const estateRulesLabels = {
  kind: '议事规则',
  actions: {
    'estateRules.save': change('新增议事规则版本'),
  },
  fields: {
    rulesVersion: '议事规则版本',
    effectiveFrom: '生效日期',
    noticeDays: '表决公告天数',
    clauses: '条款',
  },
} as const satisfies JournalLabels<'estateRules'>
