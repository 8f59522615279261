import { invalid, notFound, refusalPart, ruleSaysNo, tooLarge, wrongType } from '../../contract/refusalPart.ts'
import { fileMessages } from '../../text/fileMessages.ts'
import { uploadMessages } from './rules.ts'

/** Refusals of files to be stored (`bad-input.md`, Files). */
export const fileRefusals = refusalPart({
  'file.notFound': notFound('文件不存在'),
  'file.pictureGone': invalid('图片不存在，请重新上传', { fields: ({ field }: { readonly field: string }) => [field] }),
  /** An upload contains one file. */
  'file.tooMany': invalid(uploadMessages.tooMany(1), { fields: ({ field }: { readonly field: string }) => [field] }),
  'file.empty': invalid(uploadMessages.empty),
  'file.tooLarge': tooLarge(uploadMessages.documentTooLarge),
  'file.pictureTooLarge': tooLarge(uploadMessages.pictureTooLarge),
  'file.tooManyPixels': wrongType('图片尺寸过大'),
  'file.wrongType': wrongType(({ types }: { readonly types: readonly string[] }) => uploadMessages.wrongType(types)),
  'file.contentDiffers': wrongType(fileMessages.contentDiffers),
  'file.oldOrEncrypted': wrongType('文件设有打开密码或是旧版格式，请取消密码并另存为新格式后再上传'),
  'file.pictureDamaged': wrongType(fileMessages.damaged),
  'file.encrypted': ruleSaysNo('压缩文件设有打开密码，请取消密码后再上传'),
  'file.damaged': ruleSaysNo('文件已损坏，无法读取，请重新保存后再上传'),
  'file.program': wrongType('压缩包内有可执行的程序或脚本，已拒绝，请删除后再上传'),
  'file.nested': wrongType('压缩包内还有压缩包，无法检查，请解开后再上传'),
  'file.macros': wrongType('文件含有宏，已拒绝，请另存为不含宏的格式后再上传'),
  'file.externalTemplate': wrongType('文件引用了外部模板或对象，已拒绝，请去掉后再上传'),
  'file.pdfScript': wrongType('PDF 文件含有脚本或会启动程序，已拒绝，请重新打印为 PDF 后再上传'),
  'file.pdfHidden': wrongType('PDF 文件的一部分无法检查，已拒绝，请重新打印为 PDF 后再上传'),
  'file.unpackedTooLarge': tooLarge('文件解压后过大，已拒绝'),
})
