import { GAP } from '#shared/features/document/kinds.ts'
import { DEFAULT_SEAT_ORDER, seatOrderNames } from '#shared/features/activity/elections.ts'
import type { Share } from '#shared/features/result/rules.ts'
import { addressee, heading, line, paragraph, signatures, table, title, type Block } from './content.ts'
import type { DocumentFacts, TopicFigures } from './facts.ts'
import { DRAFT, isDecided, isDraft, ruleOf, silenceInWords } from './rules.ts'
import { convener, estateOf, meetingOf, paperNumber, said, scopeOf, votingPeriod } from './titles.ts'
import { areaInWords, momentInWords, numberInWords, reasonIn } from './words.ts'

type Judged = Pick<TopicFigures, 'title' | 'classes' | 'conclusion'>

const topicsOf = ({ statistics }: DocumentFacts): readonly TopicFigures[] => statistics.topics

const draftMark = (facts: DocumentFacts): Block[] => (isDraft(facts) ? [{ is: 'middle', text: DRAFT, isMark: true }] : [])

/** A topic that is voted on itself, or each of its options. */
export const judgedOf = (topic: TopicFigures): readonly { readonly name: string; readonly judged: Judged }[] =>
  topic.options.length === 0
    ? [{ name: `${topic.sortNo}. ${topic.title}`, judged: topic }]
    : topic.options.map((option) => ({ name: `${topic.sortNo}.${option.sortNo} ${option.title}`, judged: option }))

export const countColumns = [
  { title: '表决事项', width: 25 },
  { title: '', width: 9, align: 'center' },
  { title: '同意', width: 13, align: 'right' },
  { title: '反对', width: 13, align: 'right' },
  { title: '弃权', width: 13, align: 'right' },
  { title: '无效', width: 13, align: 'right' },
  { title: '未表决', width: 14, align: 'right' },
] as const

/** The five classes of a count, one cell each. */
export const classCells = (classes: Judged['classes'] | undefined): string[] =>
  classNames.map((each) => `${classes?.[each].count ?? 0}\n${areaInWords(classes?.[each].areaHundredths ?? 0)}`)
const classNames = ['approve', 'oppose', 'abstain', 'invalid', 'notVoted'] as const

/** Every topic or option with its five classes, by heads and by area. */
function countTable(topics: readonly TopicFigures[]): Block {
  const rows = topics.flatMap((topic) => judgedOf(topic).flatMap(({ name, judged: { classes } }) => [[name, '人数\n面积', ...classCells(classes)]]))
  return table(countColumns, rows)
}

const rate = (part: number, whole: number): string => (whole === 0 ? '0.00' : (Math.round((part * 10_000) / whole) / 100).toFixed(2))

/** `12 人（66.67%），1,000.00 平方米（70.00%）` of a whole. */
const shareInWords = (share: Share, whole: Share): string =>
  `${share.count} 人（${rate(share.count, whole.count)}%）、${areaInWords(share.areaHundredths)} 平方米（${rate(share.areaHundredths, whole.areaHundredths)}%）`

const wholeOf = ({ statistics }: DocumentFacts): Share => ({ count: statistics.totalCount, areaHundredths: statistics.totalAreaHundredths })

/** Turnout: those entitled, and the ballots returned. */
function turnout(facts: DocumentFacts): string {
  const { statistics } = facts
  const voted = { count: statistics.votedCount, areaHundredths: statistics.votedAreaHundredths }
  return `应参与表决 ${statistics.totalCount} 人、${areaInWords(statistics.totalAreaHundredths)} 平方米；收回表决票 ${shareInWords(voted, wholeOf(facts))}。`
}

/** The conclusion on a topic, or one of its options, as a sentence. */
function conclusionInWords(facts: DocumentFacts, { conclusion }: Judged): string {
  if (!conclusion) return ''
  const { participants, approve, isQuorumMet, outcome, note } = conclusion
  const parts = [
    `参与表决 ${shareInWords(participants, wholeOf(facts))}${isDecided(facts) ? `，${isQuorumMet ? '达到' : '未达到'}三分之二` : ''}`,
    `同意 ${approve.count} 人、${areaInWords(approve.areaHundredths)} 平方米，占参与表决人数的 ${rate(approve.count, participants.count)}%、面积的 ${rate(approve.areaHundredths, participants.areaHundredths)}%`,
    ...(note === '' ? [] : [note]),
  ]
  return `${parts.join('；')}。表决结果：${outcome}。`
}

/** The order of those who pass, the elected, ties at the last seat, and vacancies; empty for a topic without seats. */
function electionInWords({ activity }: DocumentFacts, { id, election, options }: TopicFigures): string[] {
  if (!election) return []
  const { seats, elected, tied, vacant, overvoted } = election
  const names = (ids: readonly string[]): string => ids.map((each) => options.find((option) => option.id === each)?.title ?? '').join('、')
  const order = activity.topics.find((topic) => topic.id === id)?.seatOrder ?? DEFAULT_SEAT_ORDER
  const basis = activity.ruleBasis === '' ? GAP : activity.ruleBasis
  return [
    `通过的候选人${seatOrderNames[order]}排序（依据：${basis}）。`,
    isDecided({ activity }) ? `应选 ${seats} 名，当选 ${elected.length} 名${elected.length === 0 ? '' : `：${names(elected)}`}。` : `应选 ${seats} 名。`,
    ...(tied.length === 0 ? [] : [`${names(tied)}并列，须再次表决。`]),
    ...(vacant === 0 || !isDecided({ activity }) ? [] : [`空缺 ${vacant} 名${tied.length === 0 ? '' : '（含并列待定的席位）'}。`]),
    ...(overvoted.count === 0 ? [] : [`另有 ${overvoted.count} 票同意的人数超过应选名额，该项按无效计算。`]),
  ]
}

/** Each extension of the voting time as a sentence. */
const extensionsInWords = ({ activity: { extensions } }: DocumentFacts): Block[] =>
  extensions.map(({ from, to, reason }) => paragraph(`表决截止时间由${momentInWords(from ?? 0)}延至${momentInWords(to ?? 0)}，原因：${reasonIn(reason)}。`))

/** Changes of heads or area during voting; empty if none. */
const adjustmentsInWords = ({ adjustments }: DocumentFacts): Block[] =>
  adjustments.length === 0 ? [] : [paragraph('投票开始后票权清册的调整：'), ...adjustments.map(paragraph)]

/** Each topic with its rule and conclusion. */
function conclusions(facts: DocumentFacts): Block[] {
  return topicsOf(facts).flatMap((topic): Block[] => [
    heading(`（${numberInWords(topic.sortNo)}）${topic.title}`),
    paragraph(`计票规则：${ruleOf(topic)}。`),
    ...judgedOf(topic).map(({ name, judged }) =>
      paragraph(topic.options.length === 0 ? conclusionInWords(facts, judged) : `${name}：${conclusionInWords(facts, judged)}`),
    ),
    ...electionInWords(facts, topic).map(paragraph),
  ])
}

export const EFFECT = '业主大会的决定，对业主具有法律约束力。业主认为决定侵害其合法权益的，可以依照《中华人民共和国民法典》第二百八十条请求人民法院予以撤销。'

/** 表决结果公告. */
export function result(facts: DocumentFacts): Block[] {
  const { activity } = facts
  return [
    ...draftMark(facts),
    title(`${meetingOf(facts)}表决结果公告`),
    paperNumber(facts),
    addressee(`${estateOf(facts)}全体业主：`),
    paragraph(
      `${meetingOf(facts)}以书面征求意见的形式，对“${activity.title}”进行了表决，表决时间为${votingPeriod(facts)}，表决范围为${scopeOf(facts)}。现将表决结果公告如下：`,
    ),
    heading('一、参与表决的情况'),
    ...extensionsInWords(facts),
    paragraph(turnout(facts)),
    paragraph(silenceInWords(activity.countingRule, activity.ruleBasis)),
    heading('二、各事项的表决结果'),
    ...conclusions(facts),
    ...(isDecided(facts) ? [heading('三、其他'), paragraph(EFFECT)] : []),
    paragraph(`查阅计票记录、反映意见，请联系：${said(facts, 'contactName')}，电话：${said(facts, 'contactPhone')}。`),
    paragraph('特此公告。'),
    convener(facts),
  ]
}

/** 计票记录: signed by the counters on the spot. */
export function minutes(facts: DocumentFacts): Block[] {
  const { activity, statistics } = facts
  return [
    ...draftMark(facts),
    title(`${meetingOf(facts)}计票记录`),
    line(`表决活动：${activity.title}`),
    line(`表决时间：${votingPeriod(facts)}`),
    line(`表决范围：${scopeOf(facts)}`),
    line(`唱票计票时间：${GAP}`),
    line(`唱票计票地点：${said(facts, 'venue')}`),
    line(`到场人员：${GAP}`),
    heading('一、表决票收回情况'),
    ...extensionsInWords(facts),
    paragraph(turnout(facts)),
    ...adjustmentsInWords(facts),
    ...[...facts.secondEntries, ...facts.samples].map((said) => paragraph(`${said.replace(/。$/, '')}。`)),
    heading('二、计票结果（人数：人；面积：平方米）'),
    countTable(topicsOf(facts)),
    heading('三、表决结论'),
    paragraph(silenceInWords(activity.countingRule, activity.ruleBasis)),
    ...conclusions(facts),
    heading('四、对计票的异议和处理'),
    paragraph(GAP),
    line(`核验码：${isDraft(facts) || statistics.checkCode === '' ? GAP : statistics.checkCode}`),
    signatures('唱票人', '计票人', '监票人', '记录人', '业主代表', '居（村）民委员会代表', '召集人', '日期'),
  ]
}

/** 报告主管部门. */
export function authority(facts: DocumentFacts): Block[] {
  const { activity } = facts
  const hasElection = topicsOf(facts).some(({ election }) => election)
  return [
    ...draftMark(facts),
    title(`关于${meetingOf(facts)}表决情况的报告`),
    paperNumber(facts),
    addressee(`${GAP}街道办事处（乡镇人民政府）、${GAP}（物业管理行政主管部门）：`),
    paragraph(`${meetingOf(facts)}已就“${activity.title}”完成表决。现将有关情况报告如下：`),
    heading('一、会议的召集'),
    paragraph(`会议由${said(facts, 'convener')}召集，以书面征求意见的形式召开，于${GAP}公告。表决时间为${votingPeriod(facts)}，表决范围为${scopeOf(facts)}。`),
    ...extensionsInWords(facts),
    heading('二、参与表决的情况'),
    paragraph(turnout(facts)),
    paragraph(silenceInWords(activity.countingRule, activity.ruleBasis)),
    heading('三、表决结果'),
    ...conclusions(facts),
    heading('四、计票和公告'),
    paragraph(`唱票、计票于${GAP}在${said(facts, 'venue')}进行，由${said(facts, 'supervisors')}监督。表决结果已于${GAP}公告。`),
    paragraph(hasElection ? '请予备案。特此报告。' : '特此报告。'),
    line(`附件：1. 会议公告　2. 业主名册　3. 送达情况　4. 计票记录　5. 表决结果公告　6. ${GAP}`),
    line(`联系人：${said(facts, 'contactName')}　电话：${said(facts, 'contactPhone')}`),
    convener(facts),
  ]
}
