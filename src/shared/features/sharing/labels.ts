import { security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for the feature, its actions and the fields of its entries. */
export const sharingLabels = {
  kind: '网络共享',
  actions: {
    'sharing.start': security('打开网络共享'),
    'sharing.stop': security('关闭网络共享'),
  },
  fields: {
    port: '端口',
    isKeptOn: '下次启动继续共享',
  },
} as const satisfies JournalLabels<'sharing'>
