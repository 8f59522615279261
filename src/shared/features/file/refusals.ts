import { Code } from '../../contract/codes.ts'
import { refusalPart } from '../../contract/refusalPart.ts'
import { fileMessages } from '../../text/fileMessages.ts'
import { uploadMessages } from './rules.ts'

/** Refusals of files to be stored (`bad-input.md`, Files). */
export const fileRefusals = refusalPart({
  'file.notFound': { code: Code.notFound, sentence: '文件不存在' },
  'file.pictureGone': { code: Code.invalid, sentence: '图片不存在，请重新上传', fields: ({ field }: { readonly field: string }) => [field] },
  /** An upload contains one file. */
  'file.tooMany': { code: Code.invalid, sentence: uploadMessages.tooMany(1), fields: ({ field }: { readonly field: string }) => [field] },
  'file.empty': { code: Code.invalid, sentence: uploadMessages.empty },
  'file.tooLarge': { code: Code.tooLarge, sentence: uploadMessages.documentTooLarge },
  'file.pictureTooLarge': { code: Code.tooLarge, sentence: uploadMessages.pictureTooLarge },
  'file.tooManyPixels': { code: Code.wrongType, sentence: '图片尺寸过大' },
  'file.wrongType': {
    code: Code.wrongType,
    sentence: ({ types }: { readonly types: readonly string[] }) => uploadMessages.wrongType(types),
  },
  'file.contentDiffers': { code: Code.wrongType, sentence: fileMessages.contentDiffers },
  'file.oldOrEncrypted': { code: Code.wrongType, sentence: '文件设有打开密码或是旧版格式，请取消密码并另存为新格式后再上传' },
  'file.pictureDamaged': { code: Code.wrongType, sentence: fileMessages.damaged },
  'file.encrypted': { code: Code.ruleSaysNo, sentence: '压缩文件设有打开密码，请取消密码后再上传' },
  'file.damaged': { code: Code.ruleSaysNo, sentence: '文件已损坏，无法读取，请重新保存后再上传' },
  'file.program': { code: Code.wrongType, sentence: '压缩包内有可执行的程序或脚本，已拒绝，请删除后再上传' },
  'file.nested': { code: Code.wrongType, sentence: '压缩包内还有压缩包，无法检查，请解开后再上传' },
  'file.macros': { code: Code.wrongType, sentence: '文件含有宏，已拒绝，请另存为不含宏的格式后再上传' },
  'file.externalTemplate': { code: Code.wrongType, sentence: '文件引用了外部模板或对象，已拒绝，请去掉后再上传' },
  'file.pdfScript': { code: Code.wrongType, sentence: 'PDF 文件含有脚本或会启动程序，已拒绝，请重新打印为 PDF 后再上传' },
  'file.pdfHidden': { code: Code.wrongType, sentence: 'PDF 文件的一部分无法检查，已拒绝，请重新打印为 PDF 后再上传' },
  'file.unpackedTooLarge': { code: Code.tooLarge, sentence: '文件解压后过大，已拒绝' },
})
