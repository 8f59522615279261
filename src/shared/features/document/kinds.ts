/** The documents an activity needs on paper (`paper.md` section 5), in the order of use. */
export const documentKinds = ['notice', 'roster', 'proxy', 'extension', 'deliveries', 'minutes', 'result', 'authority', 'correction', 'objectionreply'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Placeholder for facts that have to be filled in by hand. */
export const GAP = '【待填】'

interface DocumentWords {
  readonly name: string
  /** Its purpose, on one line. */
  readonly purpose: string
}

export const documentWords: Readonly<Record<DocumentKind, DocumentWords>> = {
  notice: { name: '会议公告', purpose: '开会前张贴：事项、时间、范围、规则' },
  roster: { name: '业主名册公示', purpose: '公示房屋和票权，姓名只留姓氏' },
  proxy: { name: '授权委托书', purpose: '空白样式，业主委托他人投票时填写' },
  extension: { name: '延期公告', purpose: '延期后张贴：原截止、新截止和原因' },
  deliveries: { name: '送达情况', purpose: '每次送达的房屋、方式和时间，供签名' },
  minutes: { name: '计票记录', purpose: '唱票、计票、监票人签名，印核验码' },
  result: { name: '表决结果公告', purpose: '计票后张贴：各议题的票数和结果' },
  authority: { name: '报告主管部门', purpose: '向街道、乡镇和主管部门报告表决情况' },
  correction: { name: '更正公告', purpose: '异议成立并更正后张贴：更正内容和结果' },
  objectionreply: { name: '异议答复', purpose: '答复一件异议：裁定、理由和更正' },
}
