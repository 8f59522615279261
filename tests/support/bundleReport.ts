import ExcelJS from 'exceljs'
import { slotsOf, type BundleActivity } from './bundleActivities.ts'
import { judged, rulesOf, type Ballot } from './bundleFacts.ts'

const RULE_NAMES = {
  1: '双过半（仅计收回票）',
  2: '双四分之三（仅计收回票）',
  3: '双过半（未反馈从多）',
  4: '双四分之三（未反馈从多）',
  5: '双过半（未反馈计弃权）',
  6: '仅统计',
} as const

/** The report's first sheet with the program's headings, without other columns. */
export async function reportOf(activity: BundleActivity, living: readonly Ballot[], code: string): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('表决结论')
  const metres = (hundredths: bigint): number => Number(hundredths) / 100
  const first = judged(activity, living, 0)
  sheet.addRow(['翠苑　表决结论'])
  sheet.addRow([`核验码：${code.replace(/(.{4})/g, '$1 ')}`])
  const { title, startdate, enddate } = rulesOf(activity)
  for (const line of [`活动：${title}`, `表决时间：${startdate} 至 ${enddate}`, `计票规则：${RULE_NAMES[activity.rule]}`]) sheet.addRow([line])
  sheet.addRow(['参与情况', '人数', '面积（㎡）'])
  for (const [name, share] of [
    ['应参与', first.classes.whole],
    ['收回表决票', first.classes.voted],
  ] as const)
    sheet.addRow([name, Number(share.count), metres(share.area)])
  if (activity.rule === 3 || activity.rule === 4) sheet.addRow(['实际参与', '见下表', '见下表'])
  else sheet.addRow(['实际参与', Number(first.conclusion.participants.count), metres(first.conclusion.participants.area)])
  sheet.addRow([])
  const names = ['同意', '反对', '弃权', '未选', '参与表决'].flatMap((name) => [`${name}人数`, `${name}面积`])
  sheet.addRow(['议题', ...names, '达到三分之二', '表决结果', '仅计收回票的结果', '说明'])
  const labels = rulesOf(activity).topics.flatMap(({ sortno, title, options }) =>
    options.length === 0 ? [`${sortno}. ${title}`] : options.map((option) => `${sortno}.${option.sortno} ${title}：${option.title}`),
  )
  for (let position = 0; position < slotsOf(activity.topics); position++) {
    const { classes, conclusion } = judged(activity, living, position)
    const { approve, oppose, abstain, voted, delivered } = classes
    // Participants and approvals show where delivered ballots are counted.
    const isAdded = conclusion.participants.count !== voted.count || conclusion.participants.area !== voted.area
    const isApproving = conclusion.approve.count !== approve.count
    const leads = oppose.count > abstain.count && oppose.area > abstain.area
    const to = !isAdded ? '' : isApproving ? 'approve' : activity.rule !== 5 && leads ? 'oppose' : 'abstain'
    const plus = (name: string, share: typeof approve) => (to === name ? { count: share.count + delivered.count, area: share.area + delivered.area } : share)
    const open = { count: voted.count - approve.count - oppose.count - abstain.count, area: voted.area - approve.area - oppose.area - abstain.area }
    const shares = [plus('approve', approve), plus('oppose', oppose), plus('abstain', abstain), open, conclusion.participants]
    const outcomes = [conclusion.isQuorumMet ? '是' : '否', conclusion.outcome, conclusion.strictOutcome, conclusion.note]
    sheet.addRow([labels[position] ?? '', ...shares.flatMap(({ count, area }) => [Number(count), metres(area)]), ...outcomes])
  }
  return Buffer.from(await workbook.xlsx.writeBuffer())
}
