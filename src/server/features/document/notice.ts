import { GAP } from '#shared/features/document/kinds.ts'
import { OVERVOTE_WORDS, seatOrderWords, seatsWords } from '#shared/features/activity/elections.ts'
import type { Topic } from '#shared/features/activity/contract.ts'
import { rulesLine } from '#shared/features/estate-rules/rules.ts'
import { addressee, heading, line, paragraph, signatures, table, title, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { answersInWords, isDecided, ruleOf, silenceInWords } from './rules.ts'
import { convener, endOf, estateOf, meetingOf, paperNumber, said, scopeOf, votingPeriod } from './titles.ts'
import { areaInWords, dateInWords, momentInWords, reasonIn } from './words.ts'

const LAW = '《中华人民共和国民法典》第二百七十八条'

const topicColumns = [
  { title: '序号', width: 8, align: 'center' },
  { title: '表决事项', width: 42 },
  { title: '可选意见', width: 24, align: 'center' },
  { title: '计票规则', width: 26, align: 'center' },
] as const

/** The topics, each with its options and its rule. */
function topicRows({ activity, statistics }: DocumentFacts): string[][] {
  const rules = new Map(statistics.topics.map((topic) => [topic.id, ruleOf(topic)]))
  return activity.topics.map((topic) => [
    String(topic.sortNo),
    withOptions(topic, activity.ruleBasis),
    answersInWords(topic.voteModel),
    rules.get(topic.id) ?? '',
  ])
}

/** A topic with its options, and the ballot's instructions for an election. */
function withOptions({ title: name, options, seats, seatOrder }: Topic, ruleBasis: string): string {
  const election = seats === null ? [] : [`${seatsWords(seats)}。`, `${seatOrderWords(seatOrder, ruleBasis)}。`]
  return [name, ...options.map((option) => `（${option.sortNo}）${option.title}`), ...election].join('\n')
}

/** 会议公告: calls on the owners to vote. */
export function notice(facts: DocumentFacts): Block[] {
  const { activity, totals } = facts
  const meeting = meetingOf(facts)
  return [
    title(`关于召开${meeting}的公告`),
    paperNumber(facts),
    addressee(`${estateOf(facts)}全体业主：`),
    paragraph(
      `根据《中华人民共和国民法典》《物业管理条例》以及本小区管理规约、业主大会议事规则的规定，经${said(facts, 'convener')}决定，现以书面征求意见的形式召开${meeting}，对“${activity.title}”有关事项进行表决。现公告如下：`,
    ),
    heading('一、表决事项'),
    table(topicColumns, topicRows(facts)),
    ...(activity.summary === '' ? [] : [paragraph(activity.summary)]),
    heading('二、表决时间'),
    paragraph(`${votingPeriod(facts)}。`),
    heading('三、表决范围'),
    paragraph(
      `${scopeOf(facts)}。共有房屋 ${totals.propertyCount} 套，建筑面积合计 ${areaInWords(totals.areaHundredths)} 平方米，共 ${totals.ballotCount} 票。同一业主有多套房屋的，合并为一张表决票，人数按一人计算，面积按各套之和计算。`,
    ),
    heading('四、表决票的送达和交回'),
    paragraph(`表决票由${GAP}送达。业主填写并签名后，请在${endOf(facts)}前交到${said(facts, 'venue')}。`),
    paragraph('每项只能选择一种意见；未选择意见的，该项按无效计算。'),
    ...(activity.topics.some(({ seats }) => seats !== null) ? [paragraph(OVERVOTE_WORDS)] : []),
    heading('五、计票规则'),
    ...(isDecided(facts)
      ? [
          paragraph(
            `按照${LAW}的规定，参与表决的业主，专有部分面积和人数均应达到三分之二以上；各事项按上表所列规则，以参与表决的面积和人数计算，两项均达到的为通过。`,
          ),
        ]
      : []),
    paragraph(silenceInWords(activity.countingRule, activity.ruleBasis)),
    ...(facts.rules === null ? [] : [paragraph(`本次表决依据的议事规则：${rulesLine(facts.rules, activity.rulesDiffer)}。`)]),
    heading('六、委托表决'),
    paragraph('业主可以书面委托代理人表决。授权委托书应当写明代理人的姓名、代理事项、权限和期限，由业主签名。'),
    heading('七、唱票和计票'),
    paragraph(`时间：${GAP}。地点：${said(facts, 'venue')}。欢迎业主到场监督。`),
    heading('八、联系方式'),
    paragraph(`联系人：${said(facts, 'contactName')}。电话：${said(facts, 'contactPhone')}。`),
    paragraph('特此公告。'),
    convener(facts),
  ]
}

/** 延期公告: announces a later end, with all extensions so far. */
export function extension(facts: DocumentFacts): Block[] {
  const { activity } = facts
  const meeting = meetingOf(facts)
  const [last, ...earlier] = activity.extensions.toReversed()
  return [
    title(`关于延长${meeting}表决时间的公告`),
    paperNumber(facts),
    addressee(`${estateOf(facts)}全体业主：`),
    paragraph(
      `${meeting}对“${activity.title}”的表决，原定截止时间为${momentInWords(last?.from ?? 0)}。因${reasonIn(last?.reason ?? GAP)}，现决定延长表决时间。有关事项公告如下：`,
    ),
    heading('一、延长后的表决时间'),
    paragraph(`${votingPeriod(facts)}。业主请在新的截止时间前交回表决票。`),
    heading('二、其他事项'),
    paragraph('表决事项、表决范围、计票规则和交回地点不变，已经交回的表决票继续有效。'),
    ...(earlier.length === 0
      ? []
      : [
          heading('三、此前的延期'),
          ...earlier
            .toReversed()
            .map(({ from, to, reason, at }) =>
              paragraph(`${dateInWords(at ?? 0)}决定，截止时间由${momentInWords(from ?? 0)}延至${momentInWords(to ?? 0)}，原因：${reasonIn(reason)}。`),
            ),
        ]),
    paragraph(`联系人：${said(facts, 'contactName')}。电话：${said(facts, 'contactPhone')}。`),
    paragraph('特此公告。'),
    convener(facts),
  ]
}

const personColumns = [
  { title: '', width: 18, align: 'center' },
  { title: '委托人（业主）', width: 41, align: 'center' },
  { title: '受托人', width: 41, align: 'center' },
] as const
const choiceColumns = [
  { title: '序号', width: 8, align: 'center' },
  { title: '表决事项', width: 40 },
  { title: '委托人的意见', width: 52, align: 'center' },
] as const

const boxes = (answers: string): string => [...answers.split('、'), '由受托人决定'].map((answer) => `□${answer}`).join('　')

/** 授权委托书: the form for authorizing an agent to vote; has everything that 民法典 article 165 requires. */
export function proxy(facts: DocumentFacts): Block[] {
  const { activity } = facts
  const choices = activity.topics.flatMap((topic) => {
    const answers = boxes(answersInWords(topic.voteModel))
    if (topic.options.length === 0) return [[String(topic.sortNo), topic.title, answers]]
    return topic.options.map((option) => [`${topic.sortNo}.${option.sortNo}`, `${topic.title}：${option.title}`, answers])
  })
  return [
    title('授权委托书'),
    table(personColumns, [
      ['姓名', GAP, GAP],
      ['证件号码', GAP, GAP],
      ['电话', GAP, GAP],
      ['房屋坐落', GAP, '—'],
      ['建筑面积', `${GAP} 平方米`, '—'],
    ]),
    heading('一、代理事项'),
    paragraph(`代理委托人参加${meetingOf(facts)}，对“${activity.title}”进行表决。表决时间为${votingPeriod(facts)}。`),
    heading('二、代理权限'),
    paragraph('受托人按照委托人的下列意见填写并交回表决票；未勾选的事项，视为没有委托。'),
    table(choiceColumns, choices),
    heading('三、委托期限'),
    paragraph(`自签署之日起至${GAP}止（不填写的，至${endOf(facts)}表决截止时止）。`),
    ...(activity.proxyLimit === null
      ? []
      : [paragraph(activity.proxyLimit === 0 ? '本次表决不接受委托。' : `每名受托人最多接受 ${activity.proxyLimit} 票的委托。`)]),
    ...(isDecided(facts) ? [] : [paragraph('本次只作统计，不作表决结论。')]),
    signatures('委托人', '受托人', '签署日期', '收件人'),
    line('附：委托人和受托人身份证件复印件、房屋权属证明复印件。'),
  ]
}
