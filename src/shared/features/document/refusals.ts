import { conflict, invalid, refusalPart, ruleSaysNo } from '../../contract/refusalPart.ts'

/** Refusals of documents (`paper.md` section 5). */
export const documentRefusals = refusalPart({
  'document.noExtension': ruleSaysNo('该活动没有延期，无需延期公告'),
  'document.noCorrection': ruleSaysNo('本次表决没有更正，无需更正公告'),
  'document.noObjection': invalid('请选择要答复的异议', { fields: ['objectionid'] }),
  'document.undecided': ruleSaysNo('该异议还没有裁定，不能生成异议答复'),
  'document.erased': conflict(({ name }: { readonly name: string }) => `该表决的个人信息已按数据保留清除，不能生成${name}`),
  'document.letterheadErased': conflict('该表决的个人信息已按数据保留清除，不能再填写文书信息'),
  'document.tooLong': ruleSaysNo('文书内容过多，生成超时，请稍后重试'),
  'document.tooMuch': ruleSaysNo('文书内容过多，内存不足，请稍后重试'),
})
