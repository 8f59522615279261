/** A version of an estate's 议事规则 in wire format. */
export const rulesDraft = (estateid: string, more: object = {}) => ({
  estateid,
  title: '业主大会议事规则',
  effectivefrom: '2026-04-01',
  votetype: 3,
  rulebasis: '议事规则第九条',
  deliverypolicy: [{ method: 6, clause: '第十二条', evidence: ['notice'], days: 7 }],
  proxylimit: 3,
  seatorder: 2,
  noticedays: 15,
  clauses: { votetype: '第九条', noticedays: '第七条' },
  files: [],
  ...more,
})
