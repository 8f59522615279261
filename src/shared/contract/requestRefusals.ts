import { type FieldError } from './envelope.ts'
import { Code } from './codes.ts'
import { refusalPart } from './refusalPart.ts'

/** What a database in trouble is told to the user by: what is wrong, and what to do about it. */
export interface TroubleWords {
  readonly reason: string
  readonly remedy: string
}

/** What one side of a connection says of itself. */
export interface Side {
  /** The version of the program; missing if the other side does not know it. */
  readonly version?: string | undefined
  /** The number of its contract; null if what it sent is none. */
  readonly contract: number | null
}
const sideInWords = ({ version, contract }: Side): string => `${version === undefined ? '' : `${version}、`}接口版本 ${contract ?? '不明'}`

const malformed = '请求格式错误'

/** What no feature says: of a call's form, of forms that are out of date, of the server and its database. */
export const requestRefusals = refusalPart({
  'request.wrongApplication': { code: Code.wrongApplication, sentence: '非法的应用标识' },
  /** What is no number counts as an older program's. */
  'request.otherContract': {
    code: Code.otherContract,
    sentence: ({ server, program }: { readonly server: Side & { readonly contract: number }; readonly program: Side }) => {
      const both = `服务器 ${sideInWords(server)}；本机 ${sideInWords(program)}`
      return (program.contract ?? 0) > server.contract ? `本机程序版本较新（${both}），请升级办公室服务器` : `办公室服务器版本较新（${both}），请升级本机程序`
    },
  },
  'request.unknownEndpoint': { code: Code.notFound, sentence: '接口不存在' },
  'request.malformed': { code: Code.invalid, sentence: malformed },
  /** What the contract's schemas say; the first field's sentence stands for all. */
  'request.invalid': {
    code: Code.invalid,
    sentence: ({ errors }: { readonly errors: readonly FieldError[] }) => errors[0]?.message ?? malformed,
    data: ({ errors }: { readonly errors: readonly FieldError[] }) => errors,
  },
  'request.forbiddenCharacter': { code: Code.invalid, sentence: '内容含有不允许的字符' },
  'request.tooLarge': { code: Code.tooLarge, sentence: '请求内容过大' },
  'request.tooSlow': { code: Code.invalid, sentence: '内容没有在规定时间内发送完，连接已断开，请检查网络后重试' },
  'request.tooMuchAtOnce': { code: Code.tooMany, sentence: '同时发送的内容过多，请等正在进行的上传完成后重试' },
  'request.uploadFailed': { code: Code.invalid, sentence: '上传失败' },
  'request.noFile': { code: Code.invalid, sentence: '请选择要上传的文件', fields: ({ field }: { readonly field: string }) => [field] },

  /** Somebody has changed the subject of a form since it was opened; `current` is the subject as lists answer it. */
  'form.stale': {
    code: Code.conflict,
    sentence: '已被他人修改，请刷新后重新填写',
    data: ({ current }: { readonly current: unknown }) => ({ current }),
  },

  'server.failed': {
    code: Code.failed,
    sentence: ({ number }: { readonly number: string }) => `系统异常，请稍后重试（编号 ${number}）`,
  },
  'server.stopping': { code: Code.failed, sentence: '服务器正在停止，没有保存，请在它重新启动后重试' },
  'database.notRead': { code: Code.failed, sentence: ({ reason, remedy }: TroubleWords) => `${reason}，${remedy}` },
  'database.notWritten': { code: Code.failed, sentence: ({ reason, remedy }: TroubleWords) => `${reason}，没有保存，${remedy}` },
  /** The connection broke while a commit was under way. */
  'database.storedOtherwise': {
    code: Code.failed,
    sentence: ({ table, field }: { readonly table: string; readonly field: string }) =>
      `数据库存入的内容与提交的不同（${table} 表的 ${field}），没有保存，请停止使用并联系技术人员`,
    data: () => null,
  },
  'database.uncertain': {
    code: Code.failed,
    sentence: ({ reason }: Pick<TroubleWords, 'reason'>) => `${reason}，刚才的操作可能已经完成，请在恢复后先核对再提交`,
  },

  'export.tooLong': { code: Code.ruleSaysNo, sentence: '导出内容过多，超时未完成，请缩小筛选范围后重试' },
  'export.tooMuch': { code: Code.ruleSaysNo, sentence: '导出内容过多，内存不足，请缩小筛选范围后重试' },
})
