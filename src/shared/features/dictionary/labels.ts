/** The dictionaries, frozen (`wire.md` section 2): code on the wire, entries with value and Chinese name. */
export const dictionaries = {
  vote_activity_status: [
    { value: 0, name: '未开始' },
    { value: 1, name: '投票中' },
    { value: 2, name: '唱票中' },
    { value: 3, name: '已结束' },
  ],
  TicketType: [
    { value: 1, name: '双过半（仅计收回票）' },
    { value: 2, name: '双四分之三（仅计收回票）' },
    { value: 3, name: '双过半（未反馈从多）' },
    { value: 4, name: '双四分之三（未反馈从多）' },
    { value: 5, name: '双过半（未反馈计弃权）' },
    { value: 6, name: '仅统计' },
  ],
  VoteType: [
    { value: 1, name: '议题表决' },
    { value: 2, name: '选项表决' },
  ],
  VoteModel: [
    { value: 13, name: '同意' },
    { value: 14, name: '同意/反对' },
    { value: 15, name: '同意/反对/弃权' },
  ],
  VoteModel1Option: [
    { value: 1, name: '同意' },
    { value: 0, name: '未选' },
  ],
  VoteModel2Options: [
    { value: 1, name: '同意' },
    { value: 2, name: '反对' },
    { value: 0, name: '未选' },
  ],
  VoteModel3Options: [
    { value: 1, name: '同意' },
    { value: 2, name: '反对' },
    { value: 3, name: '弃权' },
    { value: 0, name: '未选' },
  ],
} as const satisfies Readonly<Record<string, readonly { readonly value: number; readonly name: string }[]>>

export type DictionaryCode = keyof typeof dictionaries
