import { conflict, invalid, notFound, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'
import type { UnknownColumns } from '../../import/columns.ts'
import { comparisonNamedFields } from './sheet.ts'

const COLUMNS = '对照表的列无法识别，请指明'
const columnsSentence = ({ needed }: UnknownColumns): string =>
  `${COLUMNS}：${comparisonNamedFields
    .filter(({ field }) => needed.includes(field))
    .map(({ name }) => name)
    .join('、')}是哪一列`

/** Refusals of roster check-ups (`insight.md` section 1). */
export const checkupRefusals = refusalPart({
  'checkup.ofWhat': invalid('请指明要体检的小区或投票活动', { fields: ['estateid', 'voteactivityid'] }),
  'checkup.gone': notFound('这一项已不存在或内容已变化，请重新体检'),
  'checkup.dismissed': conflict('这一项已经标记过，请刷新后重试'),
  'checkup.open': conflict('这一项没有标记，请刷新后重试'),
  'checkup.erased': conflict('该活动的个人信息已清除，不能体检'),
  'checkup.tooLong': ruleSaysNo('房产过多，体检超时，请稍后再试'),
  'checkup.tooMuch': ruleSaysNo('房产过多，体检占用内存过多，请稍后再试'),
  /** The columns have to be mapped by hand. */
  'checkup.columns': ruleSaysNo(columnsSentence, { data: (unknown: UnknownColumns) => ({ message: columnsSentence(unknown), ...unknown }) }),
})
