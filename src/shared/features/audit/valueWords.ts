/** Kinds of stored files in words. */
export const mediaTypeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG 图片',
  'image/jpeg': 'JPEG 图片',
  'application/pdf': 'PDF 文档',
  'application/zip': '压缩包',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel 工作簿',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word 文档',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint 演示文稿',
}
/** How a vote came in. */
export const sourceNames: Readonly<Record<string, string>> = { mark: '标记', desk: '投票台', tally: '唱票' }
