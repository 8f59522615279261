/** What is said where more files are attached than may be. */
export const tooManyFiles = (max: number): string => `上传文件数量不能超过 ${max} 个!`
