import { fileMessages } from '../../text/fileMessages.ts'
import type { TextLimit } from '../../text/limits.ts'

/** The outcome of reading a page (`reading.md` section 1); pages in {@link keptStatuses} are kept. */
export const PageStatus = { read: 1, slips: 2, noCode: 3, several: 4, unplaced: 5, foreign: 6, dead: 7 } as const
export type PageStatus = (typeof PageStatus)[keyof typeof PageStatus]
export const PAGE_STATUSES = [1, 2, 3, 4, 5, 6, 7] as const
export const keptStatuses: ReadonlySet<PageStatus> = new Set<PageStatus>([PageStatus.read, PageStatus.noCode, PageStatus.unplaced, PageStatus.dead])
/** Statuses of unidentified pages. */
export const waitingStatuses = [PageStatus.noCode, PageStatus.unplaced] as const

/** Messages of page statuses other than read; for spoiled or replaced papers that of the refusal. */
export const pageMessages: Readonly<Record<Exclude<PageStatus, typeof PageStatus.dead>, string>> = {
  [PageStatus.read]: '',
  [PageStatus.slips]: '这是存根或送达回执，没有保存',
  [PageStatus.noCode]: '未识别到二维码',
  [PageStatus.several]: '一张图上有多张选票，请分开扫描',
  [PageStatus.unplaced]: '页面不完整或变形过大，请重新扫描',
  [PageStatus.foreign]: '该选票不属于本活动',
}
/** For a page whose light grey was lost. */
export const FLAT_MESSAGE = '扫描丢失了浅色，请改用灰度、勿用“黑白”或“文字”模式重新扫描'

/** Reading of a row of boxes: 1 clear, 2 nothing marked, 3 left to a person. */
export const SlotState = { clear: 1, blank: 2, doubt: 3 } as const
export type SlotState = (typeof SlotState)[keyof typeof SlotState]
export const SLOT_STATES = [1, 2, 3] as const

/** Why a row is left to a person. */
export const slotDoubts = [
  'several',
  'faint',
  'stray',
  'word',
  'shape',
  'hole',
  'filled',
  'small',
  'large',
  'box',
  'skewed',
  'cut',
  'flat',
  'twice',
  'blank',
  'over',
  'proxy',
  'byhand',
] as const

export const readingLimits = {
  batchId: { label: '批次编号', max: 64, missing: '缺少批次编号' },
  /** Name of the page's source file. */
  source: { label: '文件名', max: 200, missing: '缺少文件名' },
  reason: { label: '原因', max: 200, missing: '请填写原因' },
} as const satisfies Readonly<Record<string, TextLimit>>

/** Maximum pages per file. */
export const MAX_SOURCE_PAGES = 600
export const MAX_PAGE_BYTES = 5 * 2 ** 20
/** Limits of a page's picture (pixels). */
export const PAGE_PIXELS = { min: 500_000, max: 25_000_000 } as const

/** Maximum size of a file with scanned pages, and maximum files at once. */
export const MAX_SCAN_BYTES = 200 * 2 ** 20
export const MAX_SCAN_FILES = 2_000
/** Maximum pixels of a photo before downscaling. */
export const MAX_PHOTO_PIXELS = 100_000_000
/** Storage per page (bytes). */
export const PAGE_BYTES = 243_000

/** Whether a file's pages can be read, by its name. */
export const isScanned = (name: string): boolean => /\.(pdf|jpe?g)$/i.test(name)

export const pageFileMessages = {
  empty: fileMessages.empty,
  tooLarge: '大小不可超过5M',
  tooManyPixels: '图片尺寸过大',
  tooFewPixels: '图片太小，请用原图或150 dpi以上扫描',
  damaged: '图片已损坏',
} as const

/** Messages for files of scanned pages, and for pages that cannot be rendered. */
export const scanFileMessages = {
  otherFormat: '请使用 PDF 或 JPG：其他格式请另存为 JPG',
  tooMuch: `一次最多${MAX_SCAN_BYTES / 2 ** 20}M、${MAX_SOURCE_PAGES}页、${MAX_SCAN_FILES}个文件，请分批扫描`,
  password: '该 PDF 有密码',
  damaged: fileMessages.damaged,
  jbig2: '该 PDF 使用 JBIG2 压缩，请在扫描仪上改用 JPEG',
  contentDiffers: fileMessages.contentDiffers,
  empty: pageFileMessages.empty,
  damagedPicture: pageFileMessages.damaged,
  tooManyPixels: pageFileMessages.tooManyPixels,
  unreadable: (sourcePage: number): string => `第${sourcePage}页无法读取`,
  noRoom: '磁盘空间不足',
} as const
