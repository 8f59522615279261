import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PdfKit from 'pdfkit'
import { describe, expect, test } from 'vitest'
import type { SeatOrder } from '#shared/features/activity/elections.ts'
import type { LawItem } from '#shared/features/activity/law.ts'
import { answersOf, TopicType, type CountingRule, type VoteModel } from '#shared/features/activity/rules.ts'
import { fieldTexts } from '#shared/features/paper/drawing.ts'
import { BallotLayout, BOX, type LayoutPage, type LayoutText, type Rectangle } from '#shared/features/paper/layout.ts'
import { layOutBallot } from '#shared/features/paper/layoutBallot.ts'
import { cutText, fittedText, textLines, textWidth } from '#shared/features/paper/layoutText.ts'
import { papersAGroup, slipSheetCount, slipSheets, slipsOf } from '#shared/features/paper/slips.ts'
import { ballotNotes, chineseNumber, topicNotes, type BallotContent, type BallotTopic } from '#shared/features/paper/layoutWords.ts'

const topic = (id: string, title: string, voteModel: VoteModel, optionTitles: readonly string[] = [], seats: number | null = null): BallotTopic => ({
  id,
  title,
  voteModel,
  lawItem: null,
  seats,
  seatOrder: null,
  topicType: optionTitles.length === 0 ? TopicType.topic : TopicType.options,
  options: optionTitles.map((optionTitle, index) => ({ id: `${id}-${index}`, title: optionTitle })),
})
const content = (topics: readonly BallotTopic[], changed: Partial<BallotContent> = {}): BallotContent => ({
  estateName: '阳光花园小区',
  title: '关于电梯更新和选聘物业服务企业的表决',
  starts: '2026年5月1日 09:00',
  ends: '2026年5月15日 18:00',
  countingRule: 1,
  ruleBasis: '',
  topics,
  ...changed,
})
const twoOfThem = content([topic('lift', '同意更新电梯', 15), topic('firm', '选聘物业服务企业', 14, ['甲物业公司', '乙物业公司'])])
/** 20 topics with 9 options each, all texts as long as the server allows. */
const longest = content(
  Array.from({ length: 20 }, (_, number) =>
    topic(
      `t${number}`,
      '关于使用Maintenance2026资金的（议题）'.repeat(20).slice(0, 200),
      15,
      Array.from({ length: 9 }, (__, option) => `候选人W${option}`.repeat(30).slice(0, 100)),
      5,
    ),
  ),
  {
    estateName: '滴水湖畔世纪花园国际社区'.repeat(10).slice(0, 100),
    title: '很长的标题'.repeat(20),
    countingRule: 4,
    ruleBasis: '《议事规则》第二十三条'.repeat(18),
  },
)

interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
const areaOf = ({ x, y, width, height }: Rectangle): Area => ({ left: x, top: y, right: x + width, bottom: y + height })
/** The maximum area of a line of text. */
function textArea({ x, y, size, align, text }: LayoutText): Area {
  const width = textWidth(text) * size
  const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width
  return { left, top: y - 0.88 * size, right: left + width, bottom: y + 0.12 * size }
}
const boxAreas = ({ boxes }: LayoutPage): Area[] => boxes.map(({ x, y }) => areaOf({ x, y, width: BOX.size, height: BOX.size }))
/** The distance between edges; negative if they overlap. */
function distance(one: Area, other: Area): number {
  const [across, down] = [Math.max(one.left - other.right, other.left - one.right), Math.max(one.top - other.bottom, other.top - one.bottom)]
  return across > 0 && down > 0 ? Math.hypot(across, down) : Math.max(across, down)
}
const pairs = <T>(list: readonly T[]): [T, T][] => list.flatMap((one, index) => list.slice(index + 1).map((other): [T, T] => [one, other]))

/** Properties of every layout. */
function expectPrintable(ballot: BallotContent): void {
  const { pages } = layOutBallot(ballot)
  const expected = ballot.topics.flatMap(({ id, topicType, voteModel, options }) =>
    (topicType === TopicType.topic ? [null] : options.map((option) => option.id)).flatMap((option) =>
      answersOf[voteModel].map((answer) => [id, option, answer]),
    ),
  )
  expect(pages.flatMap(({ boxes }) => boxes.map(({ topicId, optionId, answer }) => [topicId, optionId, answer]))).toEqual(expected)
  for (const page of pages) {
    const texts = page.texts.map(textArea)
    const boxes = boxAreas(page)
    const fields = page.fields.map(areaOf)
    const codes = page.qrCodes.map(areaOf)
    const outOfPlace = [...texts, ...boxes, ...fields, ...codes].filter(
      ({ left, top, right, bottom }) => left < 17.5 || right > 192.5 || top < 17 || bottom > 287,
    )
    expect(outOfPlace, 'outside the squares').toEqual([])
    expect(
      page.marks.map(areaOf).flatMap((mark) => [...texts, ...boxes, ...codes].filter((area) => distance(mark, area) < 2)),
      'at a square',
    ).toEqual([])
    expect(
      pairs(boxes).filter(([one, other]) => distance(one, other) < BOX.apart - BOX.size - 0.011),
      'boxes too close',
    ).toEqual([])
    expect(
      boxes.flatMap((box) => texts.filter((text) => distance(box, text) < 0.5)),
      'text at a box',
    ).toEqual([])
    expect(
      pairs([...texts, ...fields]).filter(([one, other]) => distance(one, other) < -0.05),
      'texts on each other',
    ).toEqual([])
    // The quiet zone required by the QR standard: four modules of 25.
    expect(
      codes.flatMap((code) => [...texts, ...page.marks.map(areaOf)].filter((area) => distance(code, area) < (4 * 24) / 25)),
      'at a QR code',
    ).toEqual([])
  }
}

describe('text layout', () => {
  test('no character of the font is wider than assumed', () => {
    const file = join(import.meta.dirname, '../../../node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')
    const document = new PdfKit({ font: readFileSync(file) as unknown as string }).fontSize(1)
    // The library has no public API for it.
    const { _font: own } = document as unknown as {
      _font: { font: { characterSet: number[]; glyphForCodePoint(codePoint: number): { advanceWidth: number }; unitsPerEm: number } }
    }
    const { font } = own
    const letters = font.characterSet.filter((codePoint) => codePoint >= 0x20)
    expect(letters.length).toBeGreaterThan(20_000)
    const wider = letters.filter(
      (codePoint) => font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm > textWidth(String.fromCodePoint(codePoint)) + 1e-9,
    )
    expect(wider.map((codePoint) => codePoint.toString(16))).toEqual([])
  })

  test('a line begins with no closing and ends with no opening mark, and numbers stay whole', () => {
    expect(textLines('同意使用（维修资金）', 4, 1)).toEqual(['同意使用', '（维修资', '金）'])
    expect(textLines('预算共计2000元，由业主分摊。', 6, 1)).toEqual(['预算共计', '2000元，由', '业主分摊。'])
    expect(textLines('', 10, 1)).toEqual([''])
  })

  test('no line exceeds its width, and nothing is lost', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('甲乙丙，。（）《》Wi1. 　%')), maxLength: 60 }),
        fc.integer({ min: 3, max: 20 }),
        (text, width) => {
          const lines = textLines(text, width, 1)
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width)
          expect(lines.join('').replace(/\s/gu, '')).toBe(text.replace(/\s/gu, ''))
        },
      ),
    )
  })

  test('a long field value is shrunk, then wrapped, then truncated', () => {
    const place = { width: 40, height: 8 }
    expect(fittedText('3栋-1201', place, 4)).toEqual({ size: 4, lines: ['3栋-1201'] })
    const long = fittedText('滴水湖畔世纪花园国际社区南区-12栋-1801', place, 4)
    expect(long.size).toBeLessThan(4)
    expect(long.lines.join('')).toBe('滴水湖畔世纪花园国际社区南区-12栋-1801')
    expect(fittedText('很长的坐落'.repeat(40), place, 4).lines.at(-1)).toMatch(/…$/)
    expect(cutText('一二三四五六', 4, 1)).toBe('一二三…')
  })
})

describe('ballot layout', () => {
  test('a small ballot is one page and the tear-off sheet', () => {
    const { pages } = layOutBallot(twoOfThem)
    expect(pages.map(({ kind }) => kind)).toEqual(['ballot', 'slips'])
    expect(pages[0]?.marks).toEqual([
      { x: 10, y: 10, width: 7, height: 7 },
      { x: 193, y: 10, width: 7, height: 7 },
      { x: 10, y: 280, width: 7, height: 7 },
      { x: 193, y: 280, width: 7, height: 7 },
    ])
    expect(pages[0]?.qrCodes).toEqual([{ x: 165, y: 20, width: 24, height: 24 }])
    expect(pages[0]?.fields.map(({ name }) => name)).toEqual(['code', 'place', 'number', 'area'])
    const said = pages.map(({ texts }) => texts.map(({ text }) => text).join('')).join('')
    for (const words of ['业主大会表决票', '议题一　同意更新电梯', '2. 乙物业公司', '业主（受托人）签名：', '选票存根', '送达回执', '第 1 页　共 1 页'])
      expect(said).toContain(words)
  })

  test('ten candidates or ten topics fit one page with the signature', () => {
    const names = ['王建国', '李秀英', '张伟', '刘洋', '陈静', '杨帆', '赵敏', '黄磊', '周涛', '吴桂芳']
    const agendas = [[topic('committee', '选举业主委员会委员', 15, names, 5)], names.map((name, index) => topic(`t${index}`, `同意${name}的提案`, 15))]
    for (const topics of agendas)
      for (const countingRule of [1, 2, 3, 4, 5] as const) {
        const { pages } = layOutBallot(content(topics, { countingRule, ruleBasis: '《议事规则》第二十三条' }))
        expect(pages.map(({ boxes }) => boxes.length)).toEqual([30, 0])
      }
  })

  test('an answer’s boxes are in one column, whatever a topic offers', () => {
    const [page] = layOutBallot(twoOfThem).pages
    const columns = (answer: number) => new Set(page?.boxes.filter((box) => box.answer === answer).map(({ x }) => x))
    expect([columns(1).size, columns(2).size]).toEqual([1, 1])
  })

  test('20 topics with 9 options and the longest texts fit their pages', () => {
    expectPrintable(longest)
    const { pages } = layOutBallot(longest)
    expect(pages.length).toBeGreaterThan(15)
    expect(pages.at(-2)?.texts.map(({ text }) => text)).toContain('业主（受托人）签名：')
    // Options on another page than their topic's title.
    expect(pages.flatMap(({ texts }) => texts.filter(({ text }) => text.includes('（续）　'))).length).toBeGreaterThan(10)
  })

  test('any ballot can be printed', () => {
    const text = (max: number) => fc.string({ unit: fc.constantFrom(...Array.from('业主大会，。（）《》Wm1. ')), minLength: 1, maxLength: max })
    const anyTopic = fc.record({
      title: text(200),
      voteModel: fc.constantFrom<VoteModel>(13, 14, 15),
      options: fc.array(text(100), { maxLength: 12 }),
      seats: fc.constantFrom(null, 3),
      lawItem: fc.constantFrom<LawItem | null>(null, 2, 6),
      seatOrder: fc.constantFrom<SeatOrder>(1, 2),
    })
    fc.assert(
      fc.property(
        fc.array(anyTopic, { minLength: 1, maxLength: 6 }),
        text(100),
        text(100),
        fc.constantFrom(1, 2, 3, 4, 5, 6),
        (topics, title, estateName, countingRule) => {
          const made = topics.map(({ title: said, voteModel, options, seats, lawItem, seatOrder }, index) => ({
            ...topic(`t${index}`, said, voteModel, options, options.length === 0 ? null : seats),
            lawItem,
            seatOrder,
          }))
          expectPrintable(content(made, { title, estateName, countingRule, ruleBasis: '第二十三条' }))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('the same content gives the same bytes, which parse completely', () => {
    const json = JSON.stringify(layOutBallot(longest))
    expect(JSON.stringify(layOutBallot(structuredClone(longest)))).toBe(json)
    expect(JSON.stringify(BallotLayout.parse(JSON.parse(json)))).toBe(json)
  })

  test('the longest place fits its field', () => {
    const field = layOutBallot(twoOfThem).pages[0]?.fields.find(({ name }) => name === 'place')
    if (!field) throw new Error('no place')
    const room = areaOf(field)
    for (const area of fieldTexts(field, '中国（上海）自由贸易试验区临港新片区一期工程'.repeat(10)).map(textArea)) {
      expect(area.left).toBeGreaterThanOrEqual(room.left)
      expect(area.right).toBeLessThanOrEqual(room.right)
      expect(area.top).toBeGreaterThanOrEqual(room.top)
      expect(area.bottom).toBeLessThanOrEqual(room.bottom)
    }
  })
})

describe('slips', () => {
  const choices = [0, 2, 4] as const
  const slipsFor = (stub: 0 | 2 | 4, receipt: 0 | 2 | 4, ballot = twoOfThem) => {
    const slips = slipsOf(ballot, 1, { stub, receipt })
    if (!slips) throw new Error('the layout has them')
    return slips
  }

  test('match the layout with both of a ballot on one page', () => expect(slipsOf(twoOfThem, 1, { stub: 2, receipt: 2 })).toBeNull())

  test.each([twoOfThem, longest])('stay within their part of the sheet without overlapping', (ballot) => {
    const { stub: half } = slipsFor(2, 0, ballot)
    const { stub, receipt } = slipsFor(4, 4, ballot)
    const { receipt: halfReceipt } = slipsFor(0, 2, ballot)
    for (const slip of [half, halfReceipt, stub, receipt]) {
      if (!slip) throw new Error('a slip is missing')
      const { page, aPage } = slip
      const [width, height] = [aPage === 4 ? 105 : 210, 148.5]
      const [texts, fields, codes] = [page.texts.map(textArea), page.fields.map(areaOf), page.qrCodes.map(areaOf)]
      expect([...texts, ...fields, ...codes].filter(({ left, top, right, bottom }) => left < 6 || top < 6 || right > width - 6 || bottom > height - 6)).toEqual(
        [],
      )
      expect(page.lines.filter(({ x1, x2, y1, y2 }) => x1 < 6 || x2 > width - 6 || y1 < 6 || y2 > height - 6)).toEqual([])
      expect(pairs([...texts, ...fields]).filter(([one, other]) => distance(one, other) < -0.05)).toEqual([])
      expect(codes.flatMap((code) => [...texts, ...fields.slice(1)].filter((area) => distance(code, area) < (4 * 24) / 25))).toEqual([])
      expect(page.boxes).toEqual([])
      expect(page.fields.map(({ name }) => name)).toEqual(['code', 'place', 'number'])
    }
  })

  test('state what they are, whose, and until when', () => {
    const { stub, receipt } = slipsFor(4, 4)
    const said = [stub, receipt].map((slip) => slip?.page.texts.map(({ text }) => text).join(''))
    for (const words of ['选票存根', '阳光花园小区', '发放人签名：', '领取人签名：']) expect(said[0]).toContain(words)
    for (const words of ['送达回执', '2026年5月15日 18:00', '签收人签名：', '送达人签名：']) expect(said[1]).toContain(words)
  })

  test.each(choices.flatMap((stub) => choices.map((receipt) => [stub, receipt] as const)).filter(([stub, receipt]) => stub !== 2 || receipt !== 2))(
    '%i stubs and %i receipts a page: each paper has each once, no two in one place, and no sheet too many',
    (stub, receipt) => {
      const slips = slipsFor(stub, receipt)
      for (const count of [1, 2, 3, 4, 5, 9]) {
        const group = papersAGroup(slips)
        let sheetCount = 0
        for (let first = 0; first < count; first += group) {
          const papers = Math.min(group, count - first)
          const sheets = slipSheets(slips, papers)
          sheetCount += sheets.length
          const pages = (page: unknown) =>
            sheets.flatMap((sheet) => sheet.filter((slip) => slip.page === page).map(({ paper }) => paper)).toSorted((one, other) => one - other)
          for (const each of [slips.stub, slips.receipt]) if (each) expect(pages(each.page)).toEqual(Array.from({ length: papers }, (_, paper) => paper))
          for (const sheet of sheets) {
            expect(sheet.length).toBeLessThanOrEqual(Math.max(stub, receipt))
            expect(new Set(sheet.map(({ x, y }) => `${x} ${y}`)).size).toBe(sheet.length)
          }
        }
        expect(slipSheetCount(slips, count)).toBe(sheetCount)
        const least =
          stub === receipt ? (stub === 0 ? 0 : Math.ceil((count * 2) / stub)) : Math.ceil(count / (stub || Infinity)) + Math.ceil(count / (receipt || Infinity))
        expect(sheetCount).toBe(least)
      }
    },
  )
})

describe('ballot wording', () => {
  test.each([
    [1, '不计入参加表决'],
    [2, '不计入参加表决'],
    [3, '计入人数和面积均占多数的意见'],
    [4, '计入人数和面积均占多数的意见'],
    [5, '计为弃权'],
    [6, '不计入参加表决'],
  ] as const)('explains the meaning of silence under rule %i', (countingRule, words) => {
    const notes = ballotNotes({ ...twoOfThem, countingRule, ruleBasis: '《议事规则》第二十三条' }).join('')
    expect(notes).toContain(words)
    expect(notes.includes('依据《议事规则》第二十三条')).toBe([3, 4, 5].includes(countingRule))
  })

  test('an election states the number elected, and that silence approves nobody', () => {
    const election = content([topic('board', '选举委员', 14, ['甲', '乙', '丙'], 2)], { countingRule: 3 })
    expect(ballotNotes(election).join('')).toMatch(/超过应选人数.*选举类议题除外/)
    expect(layOutBallot(election).pages[0]?.texts.map(({ text }) => text)).toContain('应选 2 名，最多同意 2 名；超过的，对全部候选人无效')
  })

  test('each topic states its own majority, and only those used are explained', () => {
    const mixed = (countingRule: CountingRule) =>
      content([topic('a', '修改管理规约', 15), { ...topic('b', '筹集维修资金', 15), lawItem: 6 }, topic('c', '选举委员', 14, ['甲', '乙'], 1)], {
        countingRule,
      })
    const notesUnder = (countingRule: CountingRule) => mixed(countingRule).topics.map((one) => topicNotes(mixed(countingRule), one).join('；'))
    expect(notesUnder(4)).toEqual([
      '表决规则：双四分之三（未反馈从多）',
      '表决规则：双四分之三（未反馈从多）',
      '应选 1 名，最多同意 1 名；超过的，对全部候选人无效；表决规则：双四分之三（仅计收回票）；当选次序：先按同意人数，再按同意面积',
    ])
    expect(notesUnder(5)[0]).toBe('表决规则：双过半（未反馈计弃权）')
    const explained = (countingRule: CountingRule) =>
      ballotNotes(mixed(countingRule))
        .join('')
        .match(/“双过半”|“双四分之三”/g) ?? []
    expect([explained(4), explained(5), explained(6)]).toEqual([['“双四分之三”'], ['“双过半”', '“双四分之三”'], []])
    const said = layOutBallot(mixed(5)).pages.flatMap(({ texts }) => texts.map(({ text }) => text))
    expect(said.filter((text) => text === '表决规则：双四分之三（未反馈计弃权）')).toHaveLength(1)
  })

  test.each([
    [1, '一'],
    [10, '十'],
    [12, '十二'],
    [20, '二十'],
    [99, '九十九'],
    [100, '一百'],
  ])('%i is %s', (number, words) => expect(chineseNumber(number)).toBe(words))
})
