import { formatTime } from '#shared/time/chinaTime.ts'
import { bundleEditionNames, type BundleEdition } from '#shared/features/evidence/editions.ts'
import { A4, createPdf, type Pdf } from '../../pdf/document.ts'

/** Contents of the printed guide to a bundle. */
export interface GuideFacts {
  readonly title: string
  readonly estate: string
  readonly edition: BundleEdition
  /** The 核验码 of the bundle's checkpoint, in groups of four. */
  readonly code: string
  /** That checkpoint's time, epoch ms. */
  readonly time: number
  /** The number of its journal entry. */
  readonly checkpointNumber: number
  /** The path of the font; see pdf/document.ts. */
  readonly fontFile: string
}

const WIDTH = A4.width - 2 * A4.margin
const [INK, QUIET, LINE, BLUE] = ['#1f2933', '#52606d', '#c3ccd5', '#1f5fa8']

const WHAT = {
  court:
    '本压缩文件保存一次已结束的业主大会表决：票权清册、表决记录、送达记录、作废记录、操作日志、计票规则、报告，以及送达凭证等图片。每个文件的校验值写在清单里，清单有签名，所以能发现改动。核对时不需要本程序，也不需要联网。',
  owners:
    '本压缩文件供业主到办公地点查阅，保存一次已结束的业主大会表决：票权清册、表决记录、送达记录、作废记录、计票规则和报告；不含手机号、证件号、图片和日志内容，姓名只留一个字。每个文件的校验值写在清单里，清单有签名，所以能发现改动。核对时不需要本程序，也不需要联网。',
} as const

const STEPS = [
  '把压缩文件解压到一个文件夹，原压缩文件留着不要动。',
  '双击文件夹里的 复算.html，用 Edge、Chrome 或 Firefox 打开。页面从头计票，并亮起四盏灯。',
  '把原压缩文件拖到页面上，等进度条走完，再看四盏灯：报告等不在页面里的文件这时才核对。',
  '把签字的计票记录、打印的结果或报告首页上的核验码填进页面的“纸上的核验码”。纸上的核验码可以与上面的不同：本次表决的每个检查点各有一个，页面会说出是不是其中之一。',
  '有灯变红时，页面写明是哪个文件、哪一条记录、哪个数字。请保留原压缩文件，另要一份比较。',
] as const

/** What each green lamp proves, and what it does not. The page explains it in more detail. */
const LAMPS = [
  ['文件未改动', '每个文件与清单一致，清单与检查点由同一把密钥签名。', '签名的人是谁。'],
  ['日志连续', '操作日志没有缺少、插入或调换，到达签名的检查点；清册和投票结果与检查点记下的摘要相同。', '记进日志的事当时是否真实。'],
  ['复算一致', '只按清册、选票、送达记录和计票规则重新计票，每个数字与程序的相同。', '规则是否得当，送达是否属实。'],
  ['与报告一致', '程序当时的结果，以及报告“表决结论”的数字，与复算相同。', '报告以外的纸质材料。'],
] as const

const LIMITS = [
  '掌握那台电脑和密钥的人，可以改动后把整套数据重新签名；只有当天签在纸上的核验码能发现，所以第 4 步不能省。',
  '选票上的签名是否本人所写、送达是否真的发生、法律和议事规则是否允许这样表决，都不能说明。',
] as const

/**
 * 核验说明.pdf: one A4 page for recipients of the bundle who do not know the program.
 *
 * The same facts yield the same bytes. Long names are truncated to stay on one page.
 */
export async function guidePdf(facts: GuideFacts): Promise<Buffer> {
  const pdf = await createPdf({ fontFile: facts.fontFile, title: `核验说明：${facts.title}`, time: facts.time })
  let y = writeHead(pdf, facts)
  y = writeCode(pdf, facts, y + 12)
  y = writeSection(pdf, '这是什么', y + 14)
  y = pdf.write(WHAT[facts.edition], { x: A4.margin, y, width: WIDTH }, { size: 10.5 })
  y = writeSection(pdf, '怎样核对', y + 12)
  for (const [index, step] of STEPS.entries()) y = writeStep(pdf, String(index + 1), step, y)
  y = writeSection(pdf, '四盏灯', y + 10)
  y = writeLamps(pdf, y)
  y = writeSection(pdf, '本压缩文件不能说明什么', y + 12)
  for (const limit of LIMITS) y = writeStep(pdf, '·', limit, y)
  const foot = '每个文件、每个字段的含义，以及不用本程序和 复算.html 也能核对的办法，写在 说明.txt 里。'
  pdf.write(foot, { x: A4.margin, y: Math.max(y + 8, A4.height - A4.margin - 6), width: WIDTH }, { size: 9.5, color: QUIET })
  return pdf.finish()
}

function writeHead(pdf: Pdf, { title, estate, edition, time, checkpointNumber }: GuideFacts): number {
  const line = { x: A4.margin, width: WIDTH }
  let y = pdf.write(`应诉包（${bundleEditionNames[edition]}）`, { ...line, y: A4.margin - 10 }, { size: 10.5, color: QUIET })
  y = pdf.write('核验说明', { ...line, y: y + 1 }, { size: 22, isBold: true, lineGap: 2 })
  y = pdf.write(`活动：${title}`, { ...line, y: y + 3 }, { size: 11, lines: 3 })
  y = pdf.write(`小区：${estate}`, { ...line, y }, { size: 11, lines: 1 })
  return pdf.write(`数据截至：${formatTime(time)}，操作日志第 ${checkpointNumber} 条`, { ...line, y }, { size: 11 })
}

/** The code in a box, each group in its own column, for comparing group by group. */
function writeCode({ document, write }: Pdf, { code }: GuideFacts, y: number): number {
  const [height, label] = [74, 74]
  document.lineWidth(1.2).strokeColor(BLUE).roundedRect(A4.margin, y, WIDTH, height, 5).stroke()
  write('核验码', { x: A4.margin + 14, y: y + 27, width: label }, { size: 15, isBold: true, color: BLUE })
  const width = (WIDTH - label - 28) / 4
  for (const [index, group] of code.split(' ').entries()) {
    const place = { x: A4.margin + label + 14 + (index % 4) * width, y: y + 5 + Math.floor(index / 4) * 32, width }
    write(group, place, { size: 24, isBold: true, align: 'center', lineGap: 0 })
  }
  return y + height
}

function writeSection({ write }: Pdf, title: string, y: number): number {
  return write(title, { x: A4.margin, y, width: WIDTH }, { size: 13, isBold: true, color: BLUE, lineGap: 1 }) + 3
}

function writeStep({ write }: Pdf, mark: string, text: string, y: number): number {
  write(mark, { x: A4.margin, y, width: 14 }, { size: 10.5, isBold: true, color: BLUE })
  return write(text, { x: A4.margin + 16, y, width: WIDTH - 16 }, { size: 10.5 })
}

function writeLamps({ document, write }: Pdf, top: number): number {
  const columns = [
    { x: A4.margin, width: 62 },
    { x: A4.margin + 70, width: 288 },
    { x: A4.margin + 368, width: WIDTH - 368 },
  ] as const
  const rule = (y: number): void =>
    void document
      .lineWidth(0.6)
      .strokeColor(LINE)
      .moveTo(A4.margin, y)
      .lineTo(A4.margin + WIDTH, y)
      .stroke()
  let y = top
  for (const [index, row] of [['灯', '绿灯说明', '绿灯不说明'] as const, ...LAMPS].entries()) {
    const isHeader = index === 0
    const ends = row.map((text, column) => {
      const look = { size: 10, isBold: isHeader || column === 0, color: isHeader ? QUIET : INK }
      return write(text, { ...(columns[column] ?? columns[0]), y: y + 3 }, look)
    })
    y = Math.max(...ends) + 1
    rule(y)
  }
  return y
}
