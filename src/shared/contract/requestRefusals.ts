import { type FieldError } from './envelope.ts'
import { conflict, failed, invalid, notFound, otherContract, refusalPart, ruleSaysNo, tooLarge, tooMany, wrongApplication } from './refusalPart.ts'

/** User-facing words for a database error: the problem and its remedy. */
export interface TroubleWords {
  readonly reason: string
  readonly remedy: string
}

/** What one side of a connection announces about itself. */
export interface Side {
  /** The program's version; missing if the other side does not know it. */
  readonly version?: string | undefined
  /** Its contract number; null if invalid. */
  readonly contract: number | null
}
const sideInWords = ({ version, contract }: Side): string => `${version === undefined ? '' : `${version}、`}接口版本 ${contract ?? '不明'}`

const malformed = '请求格式错误'

/** Refusals that belong to no feature: malformed calls, stale forms, the server and its database. */
export const requestRefusals = refusalPart({
  'request.wrongApplication': wrongApplication('非法的应用标识'),
  /** A value that is not a number counts as an older program's. */
  'request.otherContract': otherContract(({ server, program }: { readonly server: Side & { readonly contract: number }; readonly program: Side }) => {
    const both = `服务器 ${sideInWords(server)}；本机 ${sideInWords(program)}`
    return (program.contract ?? 0) > server.contract ? `本机程序版本较新（${both}），请升级办公室服务器` : `办公室服务器版本较新（${both}），请升级本机程序`
  }),
  'request.unknownEndpoint': notFound('接口不存在'),
  'request.malformed': invalid(malformed),
  /** Schema violations; the message is that of the first field. */
  'request.invalid': invalid(({ errors }: { readonly errors: readonly FieldError[] }) => errors[0]?.message ?? malformed, {
    data: ({ errors }: { readonly errors: readonly FieldError[] }) => errors,
  }),
  'request.forbiddenCharacter': invalid('内容含有不允许的字符'),
  'request.tooLarge': tooLarge('请求内容过大'),
  'request.tooSlow': invalid('内容没有在规定时间内发送完，连接已断开，请检查网络后重试'),
  'request.tooMuchAtOnce': tooMany('同时发送的内容过多，请等正在进行的上传完成后重试'),
  'request.uploadFailed': invalid('上传失败'),
  'request.noFile': invalid('请选择要上传的文件', { fields: ({ field }: { readonly field: string }) => [field] }),

  /** A form's subject has been changed by someone else since it was opened; `current` is the subject in the form of lists. */
  'form.stale': conflict('已被他人修改，请刷新后重新填写', { data: ({ current }: { readonly current: unknown }) => ({ current }) }),

  'server.failed': failed(({ number }: { readonly number: string }) => `系统异常，请稍后重试（编号 ${number}）`),
  'server.stopping': failed('服务器正在停止，没有保存，请在它重新启动后重试'),
  'database.notRead': failed(({ reason, remedy }: TroubleWords) => `${reason}，${remedy}`),
  'database.notWritten': failed(({ reason, remedy }: TroubleWords) => `${reason}，没有保存，${remedy}`),
  /** The connection broke during a commit. */
  'database.storedOtherwise': failed(
    ({ table, field }: { readonly table: string; readonly field: string }) =>
      `数据库存入的内容与提交的不同（${table} 表的 ${field}），没有保存，请停止使用并联系技术人员`,
    { data: () => null },
  ),
  'database.uncertain': failed(({ reason }: Pick<TroubleWords, 'reason'>) => `${reason}，刚才的操作可能已经完成，请在恢复后先核对再提交`),

  'export.tooLong': ruleSaysNo('导出内容过多，超时未完成，请缩小筛选范围后重试'),
  'export.tooMuch': ruleSaysNo('导出内容过多，内存不足，请缩小筛选范围后重试'),
})
