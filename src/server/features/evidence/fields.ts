import { contacts, objections, publications, readings, samples } from './fieldsBeside.ts'
import { both, court, type LineField } from './lineField.ts'

const CLASS = '人数与面积（0.01㎡），[人数, 面积]'

const roster: readonly LineField[] = [
  both('ballotid', '票权编号'),
  both('number', '票权序号'),
  both('area', '票权面积，单位 0.01㎡'),
  both('ended', '是否已并入其他票权，不再计票'),
  both('houses', '票权下的房屋'),
  both('houses[].activitypropertyid', '清册房屋编号'),
  both('houses[].place', '房屋位置：分期▶区▶楼栋▶单元▶房号'),
  both('houses[].area', '房屋面积，单位 0.01㎡'),
  both('houses[].category', '房屋用途：1 住宅，2 商铺，3 车位，4 其他；不影响计票'),
  both('houses[].areasource', '面积依据：1 登记，2 实测，3 合同，未填写时没有此项'),
  { ...both('houses[].personname', '产权人'), owners: '业主查阅版只留第一个字' },
  court('houses[].mobileno', '产权人手机号'),
  court('houses[].idno', '产权人证件号'),
  court('houses[].ownersalt', '产权人校验值的随机盐'),
  both('houses[].ownerhash', '产权人校验值：盐与[产权人,手机号,证件号]的 SHA-256'),
]

const records: readonly LineField[] = [
  both('recordid', '投票记录编号'),
  both('ballotid', '票权编号'),
  both('recordstatus', '状态：0 已标记，1 已投票，2 已作废'),
  both('ballotcode', '选票编号 / 标记码，没有时为空'),
  both('answers', '每个议题或选项一位数字，依次为：0 未选，1 同意，2 反对，3 弃权；只标记时为空'),
  both('area', '票权面积，单位 0.01㎡'),
  both('recordsource', '投票途径：mark 标记，desk 投票台，tally 唱票，import 从工作簿导入'),
  both('createdate', '记录时间'),
  both('votedate', '投票或唱票时间'),
  both('voiddate', '作废时间'),
  both('channel', '收票渠道：1 电话，2 上门，3 定点，4 线上，5 其他'),
  both('receivedat', '收到选票的时间'),
  both('proxyid', '代理投票所用委托的编号'),
  both('late', '截止后录入、但在投票时间内收到的，为 true'),
  both('readingid', '由扫描确认的，所依据的读数编号'),
  both('votepropertyid', '投票时所用房产的编号'),
  court('votername', '投票人姓名'),
  court('votermobileno', '投票人手机号'),
  court('voteridno', '投票人证件号'),
  court('creater', '记录人'),
  court('voter', '投票或唱票的操作人'),
  court('desk', '操作电脑的名称'),
  court('handedinby', '交票人'),
]

const deliveries: readonly LineField[] = [
  both('notifyid', '送达记录编号'),
  both('activitypropertyid', '清册房屋编号'),
  both('votesource', '送达方式：1 电话，2 上门，3 定点，4 线上，5 其他'),
  both('notifyway', '登记途径：2 为物业电脑，其他为小程序'),
  both('notifytime', '送达时间'),
  both('createdate', '登记时间'),
  both('voiddate', '作废时间；没有作废时没有此项，作废的送达不计'),
  court('notifier', '送达人'),
  court('remark', '备注'),
  court('voider', '作废送达的操作人'),
  court('voidreason', '作废送达的原因'),
  court('images', '送达照片在本包中的路径'),
]

const voids: readonly LineField[] = [
  both('recordid', '被作废的投票记录编号'),
  both('ballotid', '票权编号'),
  both('voiddate', '作废时间'),
  court('voider', '作废的操作人'),
  court('reason', '作废原因'),
]

const state = (name: string, words: string): readonly LineField[] => [
  court(name, `${words}的房产信息`),
  court(`${name}.place`, '房屋位置：分期▶区▶楼栋▶单元▶房号'),
  court(`${name}.area`, '房屋面积，单位 0.01㎡'),
  court(`${name}.personname`, '产权人'),
  court(`${name}.mobileno`, '产权人手机号'),
  court(`${name}.idno`, '产权人证件号'),
]

const changes: readonly LineField[] = [
  both('changeid', '房产变更申请编号'),
  both('propertyid', '房产编号'),
  both('createdate', '提交时间'),
  both('status', '审批状态：0 待审批，1 已同意，2 已拒绝'),
  both('fields', '申请变更的项目'),
  both('approvaldate', '审批时间'),
  court('applicant', '申请人'),
  court('approver', '审批人'),
  court('approvalcomment', '审批意见'),
  ...state('beforedata', '变更前'),
  ...state('afterdata', '变更后'),
]

const journal: readonly LineField[] = [
  both('number', '序号，从 1 起不间断'),
  both('contenthash', '内容校验值：盐与内容的 SHA-256'),
  court('salt', '随机盐；属于其他活动、或个人信息已清除的，没有此项'),
  court(
    'content',
    '内容；投票开始后调整票权清册的，after 中 adjustedHouses 为房屋数，adjustedPlaces 为房屋，reason 为原因；属于其他活动、或个人信息已清除的，没有此项',
  ),
]

const checkpoint = (prefix: string): readonly LineField[] => [
  both(`${prefix}.hash`, '该条日志的校验值'),
  both(`${prefix}.kind`, '何时生成：start 开启投票，tally 开启唱票，finish 结束投票，decision 裁定异议，report 报告，bundle 应诉包'),
  both(`${prefix}.number`, '日志序号'),
  both(`${prefix}.publickey`, '签名公钥（Ed25519）'),
  both(`${prefix}.rosterdigest`, '票权清册摘要'),
  both(`${prefix}.tallydigest`, '计票摘要'),
  both(`${prefix}.time`, '生成时间'),
  both(`${prefix}.voteactivityid`, '投票活动编号'),
]

const checkpoints: readonly LineField[] = [both('checkpoint', '检查点'), ...checkpoint('checkpoint'), both('signature', '检查点的签名')]

/** The figures of a topic or option, with a common name prefix. */
const figures = (prefix: string, which: string): readonly LineField[] => [
  both(`${prefix}approve`, `同意：${CLASS}`),
  both(`${prefix}disapprove`, `反对：${CLASS}`),
  both(`${prefix}abstention`, `弃权：${CLASS}`),
  both(`${prefix}invalid`, `无效：${CLASS}`),
  both(`${prefix}optionnochoose`, `未表决：${CLASS}`),
  both(`${prefix}participants`, `参与表决：${CLASS}`),
  both(`${prefix}outcome`, `${which}表决结果`),
]

const results: readonly LineField[] = [
  both('votetopicid', '议题编号'),
  both('voteoptionid', '选项编号，议题本身表决时为空'),
  ...figures('', ''),
  both('corrected', '按成立的异议更正后重新计算的结果，没有更正时没有此项'),
  ...figures('corrected.', '更正后的'),
  both('election', '选举的结果，只有选举的选项才有'),
  both('election.place', '当选的名次，从 1 起；没有当选时没有此项'),
  both('election.tied', '在最后一个名额上并列，须再次表决'),
  both('election.overvoted', `同意多于应选名额、对该议题无效的票：${CLASS}`),
]

const rules: readonly LineField[] = [
  both('voteactivityid', '投票活动编号'),
  both('title', '投票活动'),
  both(
    'votetype',
    '计票规则：1 双过半（仅计收回票），2 双四分之三（仅计收回票），3 双过半（未反馈从多），4 双四分之三（未反馈从多），5 双过半（未反馈计弃权），6 仅统计',
  ),
  both('rulebasis', '议事规则依据'),
  both('startdate', '开始时间'),
  both('enddate', '结束时间'),
  both('secondentry', '双人复录：1 每张选票由两人分别录入，没有复录时没有此项'),
  both('estaterules', '所依据的议事规则，没有依据时没有此项'),
  both('estaterules.rulesid', '议事规则编号'),
  both('estaterules.version', '版本'),
  both('estaterules.title', '名称'),
  both('estaterules.effectivefrom', '生效日期'),
  both('estaterules.votetype', '约定的计票规则，编码同 votetype'),
  both('estaterules.rulebasis', '约定的议事规则依据'),
  both('estaterules.deliverypolicy', '约定认可的送达方式'),
  both('estaterules.deliverypolicy[].method', '送达方式：1 当面签收，2 同住人签收，3 信报箱，4 登记地址邮寄，5 登记手机短信或微信，6 公告'),
  both('estaterules.deliverypolicy[].clause', '依据条款'),
  both('estaterules.deliverypolicy[].evidence', '须有的凭证'),
  both('estaterules.deliverypolicy[].days', '须满的天数'),
  both('estaterules.proxylimit', '约定的每名受托人最多代理票数，null 为不限'),
  both('estaterules.seatorder', '约定的当选排序，编码同 topics[].seatorder，null 为未约定'),
  both('estaterules.noticedays', '约定的表决公告天数'),
  both('estaterules.clauses', '各项约定的条款'),
  both('estaterules.clauses.votetype', '计票方式的条款'),
  both('estaterules.clauses.deliverypolicy', '认可的送达方式的条款'),
  both('estaterules.clauses.proxylimit', '受托上限的条款'),
  both('estaterules.clauses.seatorder', '当选排序的条款'),
  both('estaterules.clauses.noticedays', '表决公告天数的条款'),
  both('extensions', '延期'),
  both('extensions[].from', '原结束时间'),
  both('extensions[].to', '延期后的结束时间'),
  both('extensions[].reason', '延期原因'),
  both('extensions[].at', '决定延期的时间'),
  both('topics', '议题'),
  both('topics[].votetopicid', '议题编号'),
  both('topics[].title', '议题标题'),
  both('topics[].sortno', '议题序号'),
  both('topics[].topictype', '议题类型：1 议题表决，2 选项表决'),
  both('topics[].votetype', '表决方式：13 同意，14 同意/反对，15 同意/反对/弃权'),
  both('topics[].lawitem', '民法典第二百七十八条第一款的第几项，决定该议题的多数；没有此项时按计票规则'),
  both('topics[].seats', '选举的应选名额；不是选举时没有此项'),
  both('topics[].seatorder', '当选排序：1 先按同意人数再按同意面积，2 先按同意面积再按同意人数'),
  both('topics[].options', '选项'),
  both('topics[].options[].voteoptionid', '选项编号'),
  both('topics[].options[].title', '选项标题'),
  both('topics[].options[].sortno', '选项序号'),
]

const manifest: readonly LineField[] = [
  both('activity', '投票活动'),
  both('activity.voteactivityid', '投票活动编号'),
  both('activity.title', '标题'),
  both('activity.estate', '小区'),
  both('checkpoint', '本包所依据的检查点'),
  ...checkpoint('checkpoint'),
  both('checkpointsignature', '检查点的签名'),
  both('edition', '版本：court 法院版，owners 业主查阅版'),
  both('files', '本包的文件，清单、清单签名和复算页面除外'),
  both('files[].bytes', '字节数'),
  both('files[].path', '路径'),
  both('files[].role', '用途'),
  both('files[].sha256', 'SHA-256'),
  both('publickey', '清单的签名公钥（Ed25519）'),
  both('rosterdigest', '票权清册摘要'),
  both('tallydigest', '计票摘要'),
]

/** Every field of every machine-readable file of a bundle, by the file's path. */
export const lineFields: Readonly<Record<string, readonly LineField[]>> = {
  'manifest.json': manifest,
  'rules.json': rules,
  'data/roster.jsonl': roster,
  'data/records.jsonl': records,
  'data/deliveries.jsonl': deliveries,
  'data/voids.jsonl': voids,
  'data/readings.jsonl': readings,
  'data/samples.jsonl': samples,
  'data/contacts.jsonl': contacts,
  'data/publications.jsonl': publications,
  'data/objections.jsonl': objections,
  'data/changes.jsonl': changes,
  'data/journal.jsonl': journal,
  'data/checkpoints.jsonl': checkpoints,
  'data/results.json': results,
}
