import { access, security, type JournalLabels } from '../../contract/journalLabels.ts'

/** The journal's labels for itself, its actions and the fields of its entries. */
export const journalLabels = {
  kind: '操作日志',
  actions: {
    'audit.export': access('导出操作日志'),
    'audit.key': security('启用签名密钥'),
    'audit.schemaMended': security('补回数据库结构'),
    'audit.storedOtherwise': security('拒绝存入与提交不同的内容'),
    'audit.olderAccepted': security('确认使用较旧的数据库'),
    'audit.acceptClock': security('确认服务器时间'),
    'audit.acceptSchema': security('说明数据库结构的改动'),
  },
  fields: {
    entryCount: '日志条数',
    isMasked: '手机号与证件号已打码',
    from: '起始时间',
    to: '截止时间',
    person: '操作人',
    actionChosen: '操作类型',
    condition: '查询内容',
    kind: '日志类别',
    count: '次数',
    mended: '补回的部分',
    schemaFaults: '结构的改动',
    refusal: '拒绝的原因',
    journalTime: '此前最晚的操作时间',
    serverTime: '服务器时间',
    keptNumber: '上次用到的日志编号',
    keptHash: '上次用到的日志校验值',
    lastNumber: '数据库中最后一条日志的编号',
    lastHash: '数据库中最后一条日志的校验值',
    isHeadKept: '在数据库外记录最后一条日志',
    isUnsigned: '签名密钥不可用没有检查点',
  },
} as const satisfies JournalLabels<'audit'>
