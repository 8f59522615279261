import { GAP } from '#shared/features/document/kinds.ts'
import { heading, line, paragraph, signatures, table, title, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { answersInWords, isDecided } from './rules.ts'
import { endOf, meetingOf, votingPeriod } from './titles.ts'

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

/** 授权委托书: the form on which an owner lets somebody else vote; what 民法典 article 165 asks for is in it. */
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
