import type { AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const ballotLabels = {
  kind: '票权',
  actions: {
    'ballot.sync': '同步房产到清册',
    'ballot.merge': '合并票权',
    'ballot.mergeOwners': '批量合并票权',
    'ballot.split': '拆分票权',
    'ballot.splitOut': '拆出票权',
    'ballot.addProperty': '清册新增房产',
    'ballot.modifyProperty': '清册修改房产',
    'ballot.removeProperty': '清册删除房产',
    'ballot.exportRoster': '导出票权清册',
    'ballot.exportUnmerged': '导出未合并的产权人',
  },
  fields: {
    mainPlace: '主房产',
    movedCount: '并入房产数',
    isEnded: '原票权已并空',
    adjustedHouses: '投票开始后调整的房屋数',
    adjustedPlaces: '投票开始后调整的房屋',
  },
} as const satisfies AuditLabels<'ballot'>
