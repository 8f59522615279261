import { answerNames } from '#shared/features/activity/rules.ts'
import { GAP } from '#shared/features/document/kinds.ts'
import type { Correction, Objection } from '#shared/features/objection/contract.ts'
import { correctionKindNames, objectionKindNames, ObjectionStatus, objectionStatusNames } from '#shared/features/objection/rules.ts'
import type { CorrectedStatistics } from '#shared/features/result/contract.ts'
import { shortOwner } from '#shared/owner/masking.ts'
import { isAmongOwners } from '#shared/owner/owners.ts'
import { addressee, heading, paragraph, table, title, type Block } from './content.ts'
import type { DocumentFacts } from './facts.ts'
import { classCells, countColumns, EFFECT, judgedOf } from './results.ts'
import { isDecided, isDraft } from './rules.ts'
import { convener, estateOf, meetingOf, paperNumber, said } from './titles.ts'
import { areaInWords, momentInWords, reasonIn } from './words.ts'

const correctionColumns = [
  { title: '异议', width: 10, align: 'center' },
  { title: '异议种类', width: 20, align: 'center' },
  { title: '房屋坐落', width: 34 },
  { title: '更正', width: 36 },
] as const

/** `1 同意、2.1 反对`. */
function answersSaid({ activity }: DocumentFacts, choices: Correction['to']['choices']): string {
  const answered = new Map(choices.map(({ topicId, optionId, answer }) => [`${topicId} ${optionId}`, answer]))
  const slots = activity.topics.flatMap(({ id, sortNo, options }) =>
    options.length === 0
      ? [{ key: `${id} `, name: String(sortNo) }]
      : options.map((option) => ({ key: `${id} ${option.id}`, name: `${sortNo}.${option.sortNo}` })),
  )
  return slots
    .map(({ key, name }) => {
      const answer = answered.get(key)
      return `${name} ${answer ? answerNames[answer] : '未选'}`
    })
    .join('、')
}

/** A correction in words; a ballot's answers are only disclosed to its owners. */
function correctionSaid(facts: DocumentFacts, { kind, from, to }: Correction, isOwn: boolean): string {
  const name = correctionKindNames[kind]
  if (kind === 'area') return `${name}：${areaInWords(from.areaHundredths)} 改为 ${areaInWords(to.areaHundredths)} 平方米`
  if (!isOwn) return name
  if (kind === 'answers') return `${name}：${answersSaid(facts, from.choices)}\n改为：${answersSaid(facts, to.choices)}`
  return kind === 'vote' ? `${name}：${answersSaid(facts, to.choices)}` : name
}

const figureColumns = [{ title: '表决事项', width: 22 }, { title: '', width: 12, align: 'center' }, ...countColumns.slice(2)] as const

/** The official and the corrected figures, two rows per topic or option. */
function figures(facts: DocumentFacts, corrected: CorrectedStatistics): Block {
  const after = new Map(corrected.topics.flatMap((topic) => judgedOf(topic).map((each) => [each.name, each.judged] as const)))
  return table(
    figureColumns,
    facts.statistics.topics.flatMap(judgedOf).flatMap(({ name, judged }) =>
      [
        { label: '正式', classes: judged.classes, first: name },
        { label: '更正后', classes: after.get(name)?.classes, first: '' },
      ].map(({ label, classes, first }) => [first, label, ...classCells(classes)]),
    ),
  )
}

/** Changed conclusions, a sentence each; or a sentence that nothing changed. */
function changes({ activity }: DocumentFacts, { changed }: CorrectedStatistics): string[] {
  if (!isDecided({ activity })) return ['本次只作统计，不作表决结论。']
  if (changed.length === 0) return ['计入更正后，各事项的表决结果不变。']
  return changed.map(({ topicId, optionId, field, official, corrected }) => {
    const topic = activity.topics.find(({ id }) => id === topicId)
    const option = topic?.options.find(({ id }) => id === optionId)
    const name = `${topic?.sortNo ?? ''}${option ? `.${option.sortNo} ${option.title}` : `. ${topic?.title ?? ''}`}`
    if (field === 'outcome') return `${name}：表决结果由“${official}”变为“${corrected}”。`
    return `${name}：由“${official || '未当选'}”变为“${corrected || '未当选'}”。`
  })
}

const asRecorded = '正式结果按结束投票时的记录计算，不作改动；更正后的结果把全部成立异议的更正一并计入，按同一计票规则重新计算。'
const contact = (facts: DocumentFacts): Block =>
  paragraph(`查阅计票记录、反映意见，请联系：${said(facts, 'contactName')}，电话：${said(facts, 'contactPhone')}。`)

/** 更正公告: corrections after the end, and the resulting figures. */
export function correctionNotice(facts: DocumentFacts): Block[] {
  const { activity, corrected, objections } = facts
  if (!corrected) throw new Error('no corrections')
  const kinds = new Map(objections.map(({ id, kind }) => [id, objectionKindNames[kind]]))
  const justified = new Set(corrected.corrections.map(({ objectionId }) => objectionId)).size
  const rows = corrected.corrections.map((correction) => [
    String(correction.number),
    kinds.get(correction.objectionId) ?? '',
    correction.place,
    correctionSaid(facts, correction, false),
  ])
  return [
    title(`${meetingOf(facts)}表决结果更正公告`),
    paperNumber(facts),
    addressee(`${estateOf(facts)}全体业主：`),
    paragraph(
      `${meetingOf(facts)}对“${activity.title}”的表决结束后，业主提出了异议。经核对，其中 ${justified} 件成立，共更正 ${rows.length} 项。现将更正的内容和更正后的结果公告如下：`,
    ),
    heading('一、更正的内容'),
    table(correctionColumns, rows),
    heading('二、正式结果和更正后的结果（人数：人；面积：平方米）'),
    figures(facts, corrected),
    paragraph(asRecorded),
    heading('三、结果的变化'),
    ...changes(facts, corrected).map(paragraph),
    ...(isDecided(facts) ? [heading('四、其他'), paragraph(EFFECT)] : []),
    contact(facts),
    paragraph('特此公告。'),
    convener(facts),
  ]
}

/** For objectors to another owner's vote, or whose ownership is not certain. */
const CHECKED = '已核对该票的选票，投票内容只告知该票的产权人；产权人可凭身份证件到物业查票。'

/** A correction in words for the objector. */
function correctionTold(facts: DocumentFacts, correction: Correction, isOwn: boolean): string {
  const said = correctionSaid(facts, correction, isOwn)
  return isOwn || (correction.kind !== 'answers' && correction.kind !== 'vote') ? said : `${said}\n${CHECKED}`
}

/** The ballots corrected by the latest decision on the answered objection, by public id. */
export const correctedBallots = ({ objections }: Pick<DocumentFacts, 'objections'>): string[] =>
  objections.flatMap(({ decisions }) => (decisions.at(-1)?.corrections ?? []).map(({ ballotId }) => ballotId))

/** The objection as recorded. */
function objected({ activity }: DocumentFacts, { kind, place, topicIds, text }: Objection): Block[] {
  const topics = activity.topics.filter(({ id }) => topicIds.includes(id)).map(({ sortNo, title: name }) => `${sortNo}. ${name}`)
  return [
    heading('一、异议的内容'),
    paragraph(`种类：${objectionKindNames[kind]}。`),
    ...(place === '' ? [] : [paragraph(`涉及的房屋：${place}。`)]),
    ...(topics.length === 0 ? [] : [paragraph(`涉及的议题：${topics.join('；')}。`)]),
    ...text.split('\n').map(paragraph),
  ]
}

/** Owners of ballots by the ballots' public ids. */
type Owners = ReadonlyMap<string, readonly { readonly ownerName: string; readonly phone: string }[]>

/** The decision's consequences for the record and the result. */
function consequences(
  facts: DocumentFacts,
  { number, name, phone, kind }: Objection,
  { decision, corrections }: Objection['decisions'][number],
  owners: Owners,
): Block[] {
  const { corrected } = facts
  if (decision === ObjectionStatus.unjustified) return [heading('三、处理'), paragraph('异议不成立，表决记录不作更正。')]
  if (corrections.length === 0 || !corrected)
    return [heading('三、处理'), paragraph(isDraft(facts) ? `在投票记录、送达或清册中改正：${GAP}。` : `处理：${GAP}。`)]
  const rows = corrections.map((each) => {
    const isOwn = owners.get(each.ballotId)?.some((owner) => isAmongOwners({ ownerName: name, phone }, owner)) === true
    return [String(number), objectionKindNames[kind], each.place, correctionTold(facts, each, isOwn)]
  })
  return [
    heading('三、更正'),
    table(correctionColumns, rows),
    heading('四、正式结果和更正后的结果（人数：人；面积：平方米）'),
    figures(facts, corrected),
    paragraph(asRecorded),
    ...changes(facts, corrected).map(paragraph),
  ]
}

/** 异议答复: the decision on one objection with its reason, addressed to the objector; `owners` are those of the corrected ballots. */
export function objectionReply(facts: DocumentFacts, owners: Owners): Block[] {
  const { activity, objections } = facts
  const [objection] = objections
  const decision = objection?.decisions.at(-1)
  if (!objection || !decision) throw new Error('no decision')
  return [
    title(`关于${meetingOf(facts)}异议的答复`),
    paperNumber(facts),
    addressee(`${shortOwner(objection.name)}：`),
    paragraph(`${momentInWords(objection.receivedAt ?? 0)}收到您对“${activity.title}”的表决提出的异议（登记为异议${objection.number}）。经核对，现答复如下：`),
    ...objected(facts, objection),
    heading('二、裁定'),
    paragraph(`异议${objectionStatusNames[decision.decision]}，${momentInWords(decision.decidedAt ?? 0)}裁定。`),
    paragraph(`理由：${reasonIn(decision.reason)}。`),
    ...(objection.decisions.length > 1 ? [paragraph('本次裁定取代此前对同一异议的裁定。')] : []),
    ...consequences(facts, objection, decision, owners),
    ...(isDecided(facts) && !isDraft(facts) ? [paragraph(EFFECT)] : []),
    contact(facts),
    paragraph('特此答复。'),
    convener(facts),
  ]
}
