import { access, change, type AuditLabels } from '../../contract/auditLabels.ts'

/** What the journal calls the feature, what is recorded of it, and the fields of its entries. */
export const notificationLabels = {
  kind: '送达',
  actions: {
    'notification.save': change('登记送达'),
    'notification.saveMany': change('批量登记送达'),
    'notification.saveByPapers': change('按选票登记送达'),
    'notification.void': change('作废送达'),
    'notification.import': change('Excel导入送达'),
    'notification.export': access('导出送达登记'),
    'notification.rows': change('送达明细'),
  },
  fields: {
    voteSource: '送达方式',
    deliveredAt: '送达时间',
    deliveredBy: '送达人',
    method: '认可方式',
    receiver: '签收人',
    relation: '签收人关系',
    secondDeliverer: '第二送达人',
    trackingNo: '邮寄单号',
    noticeFrom: '公告起',
    noticeTo: '公告止',
    remark: '备注',
    notifyStatus: '送达状态',
    path: '楼栋单元',
  },
} as const satisfies AuditLabels<'notification'>
