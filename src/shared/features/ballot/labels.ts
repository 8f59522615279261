import { access, change, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const ballotLabels = {
  kind: '票权',
  actions: {
    'ballot.sync': change('同步房产到清册'),
    'ballot.merge': change('合并票权'),
    'ballot.mergeOwners': change('批量合并票权'),
    'ballot.undoMerge': change('撤销合并票权'),
    'ballot.split': change('拆分票权'),
    'ballot.splitOut': change('拆出票权'),
    'ballot.addProperty': change('清册新增房产'),
    'ballot.modifyProperty': change('清册修改房产'),
    'ballot.removeProperty': change('清册删除房产'),
    'ballot.exportRoster': access('导出票权清册'),
    'ballot.exportUnmerged': access('导出未合并的产权人'),
  },
  fields: {
    mainPlace: '主房产',
    movedCount: '并入房产数',
    isEnded: '原票权已并空',
    adjustedHouses: '投票开始后调整的房屋数',
    adjustedPlaces: '投票开始后调整的房屋',
  },
} as const satisfies JournalLabels<'ballot'>
