/** Message for a file rejected before reading its content, shared by all readers. */
export const fileMessages = {
  empty: '文件是空的，请重新选择',
  inUse: '文件正在被其他程序使用，请先关闭',
  notFound: '文件已被移动或删除，请重新选择',
  contentDiffers: '文件内容与扩展名不符',
  damaged: '文件已损坏，无法读取',
  unreadable: '文件无法读取，请重新选择',
  /** In bytes, whole megabytes. */
  tooLarge: (maxBytes: number): string => `大小不可超过${maxBytes / 1024 / 1024}M`,
} as const
