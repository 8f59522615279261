import { access, security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const privacyLabels = {
  kind: '个人信息',
  actions: {
    'privacy.reveal': access('查看完整信息'),
    'privacy.probing': security('频繁查找号码未果'),
    'privacy.erase': security('清除个人信息'),
  },
  fields: {
    nameCount: '清除的姓名',
    phoneCount: '清除的手机号',
    idNumberCount: '清除的证件号',
    pictureCount: '清除的图片',
    houseCount: '清除的房产',
  },
} as const satisfies JournalLabels<'privacy'>
