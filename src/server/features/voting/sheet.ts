import { answerNames, answersOf, type Answer } from '#shared/features/activity/rules.ts'
import { voteSourceNames, type VOTE_SOURCES } from '#shared/features/delivery/contract.ts'
import { DEFAULT_CHANNEL, receiptLimits } from '#shared/features/voting/rules.ts'
import {
  answerColumn,
  ANSWERS,
  lackingVoteColumns,
  offeredWords,
  OPEN_ANSWER,
  tickColumn,
  voteSheet,
  type AskedItem,
  type PaperColumn,
} from '#shared/features/voting/sheet.ts'
import { textFault } from '#shared/text/limits.ts'
import { formatTime } from '#shared/time/chinaTime.ts'
import { asNumber, type CellValue } from '../../workbooks/cells.ts'
import { momentCell, placeCell, readColumns, textCell, textOf, UNREAD } from '../../workbooks/cellText.ts'
import type { Findings, SheetKind } from '../../workbooks/kind.ts'

type Channel = (typeof VOTE_SOURCES)[number]
/** The columns for the parts of a place. */
export const placeParts = ['period', 'zone', 'building', 'unit', 'room'] as const
type PlacePart = (typeof placeParts)[number]

/** A parsed row of votes; `row` is the sheet's own number. For a row without any answer nothing else is parsed. */
export interface VoteRow {
  readonly row: number
  /** One character per item, as a record stores it; `''` if there is no answer at all; null if the row has an error. */
  readonly answers: string | null
  /** The ballot's cell: `''` if empty, {@link UNREAD} if reported as wrong. */
  readonly ballotId: string
  readonly markedCode: string
  readonly place: string
  /** null: the sheet has no such column. */
  readonly parts: Readonly<Record<PlacePart, string | null>>
  /** Epoch ms; null if empty. */
  readonly receivedAt: number | null
  readonly channel: Channel
  readonly handedInBy: string
}

const answersByWord = new Map<string, Answer | 0>([
  ...ANSWERS.flatMap((answer): [string, Answer][] => [
    [answerNames[answer], answer],
    [`${answer}`, answer],
  ]),
  [OPEN_ANSWER, 0],
  ['0', 0],
])
const sources = new Map(Object.entries(voteSourceNames).map(([code, name]) => [name as string, Number(code) as Channel]))
const ticks = new Set(['√', '✓', '✔'])

type Cells = Readonly<Record<string, CellValue>>
type Found = Findings<string>

/** A cell normalized for comparison with words; {@link UNREAD} if it does not hold text. */
function wordIn(cell: CellValue): string {
  const read = textOf(asNumber(cell))
  return typeof read === 'string' ? read.replaceAll(/\s/g, '') : UNREAD
}

/** The answer to one item; null if missing or invalid, which is reported. */
function answerTo(item: AskedItem, cells: Cells, found: Found): Answer | 0 | null {
  const given: (Answer | 0)[] = []
  const take = (column: string, answer: Answer | 0, fault: string): void => {
    const isOffered = answer === 0 || (answersOf[item.voteModel] as readonly number[]).includes(answer)
    if (!isOffered) found.wrong(column, fault)
    else if (given.length > 0 && !given.includes(answer)) found.wrong(column, '同一项有两种意见，只能选一种')
    else given.push(answer)
  }
  const words = `应为${offeredWords(item).join('、')}之一`
  const column = answerColumn(item)
  const word = wordIn(cells[column] ?? null)
  const named = answersByWord.get(word)
  if (named !== undefined) take(column, named, words)
  else if (word !== '') found.wrong(column, words)
  for (const answer of ANSWERS) {
    const ticked = tickColumn(item, answer)
    const mark = wordIn(cells[ticked] ?? null)
    if (ticks.has(mark)) take(ticked, answer, `该项没有“${answerNames[answer]}”，请清空`)
    else if (mark !== '') found.wrong(ticked, '请打√或留空')
  }
  return given[0] ?? null
}

/** Votes typed from paper (`after.md` section 1). Which ballots they are of, and whether they may be cast, is decided by the service. */
export function voteKind(items: readonly AskedItem[]): SheetKind<string, VoteRow> {
  const sheet = voteSheet(items)
  const columns = readColumns<PaperColumn>(sheet.columns, {})
  const answerColumns = items.flatMap((item) => [answerColumn(item), ...ANSWERS.map((answer) => tickColumn(item, answer))])
  const nothing = { ballotId: '', markedCode: '', place: '', receivedAt: null, channel: DEFAULT_CHANNEL, handedInBy: '' } as const
  const noParts = { period: null, zone: null, building: null, unit: null, room: null }

  function channelIn(cell: CellValue, found: Found): Channel {
    const read = textCell(columns.channel, cell, found)
    const source = read === null || read === '' ? DEFAULT_CHANNEL : sources.get(read)
    if (source === undefined) found.wrong('channel', `渠道应为${[...sources.keys()].join('、')}之一`)
    return source ?? DEFAULT_CHANNEL
  }
  function handedInByIn(cell: CellValue, found: Found): string {
    const read = textCell(columns.handedInBy, cell, found) ?? ''
    const fault = textFault(receiptLimits.handedInBy, read)
    if (fault !== null) found.wrong('handedInBy', fault)
    return read
  }

  return {
    columns: sheet.columns,
    fields: sheet.fields,
    fillDown: ['period', 'zone', 'building', 'unit'],
    subject: ['ballot', 'markedCode', 'place', 'room'],
    identityColumn: 'place',
    // All rows are checked for their ballots, so that one answer lists all errors.
    goesOnAfterErrors: true,
    lacks: (has) => lackingVoteColumns(items, has),

    understand(row, cells, found, has) {
      if (answerColumns.every((column) => cells[column] === null)) return { row, answers: '', parts: noParts, ...nothing }
      let isWrong = false
      const noting: Found = {
        doubt: (message) => found.doubt(message),
        wrong(column, message) {
          isWrong = true
          found.wrong(column, message)
        },
      }
      const told = (column: 'ballot' | 'markedCode' | 'place'): string => textCell(columns[column], cells[column] ?? null, noting) ?? UNREAD
      const answers = items.map((item) => answerTo(item, cells, noting) ?? 0).join('')
      const part = (column: PlacePart) => (has.has(column) ? placeCell(columns[column], cells[column] ?? null, noting) : null)
      const read = {
        row,
        ballotId: told('ballot'),
        markedCode: told('markedCode'),
        place: told('place'),
        parts: { period: part('period'), zone: part('zone'), building: part('building'), unit: part('unit'), room: part('room') },
        receivedAt: momentCell(columns.time, cells['time'] ?? null, noting),
        channel: channelIn(cells['channel'] ?? null, noting),
        handedInBy: handedInByIn(cells['handedInBy'] ?? null, noting),
      }
      return { ...read, answers: isWrong ? null : answers }
    },

    // A ballot can be identified in several ways: only the service knows which rows belong to the same one.
    identityOf: () => null,

    show({ answers, ballotId, markedCode, place, parts, receivedAt, channel, handedInBy }) {
      const shown = items.flatMap((item, index) => {
        const digit = Number(answers?.[index] ?? 0)
        const answer = ANSWERS.find((each) => each === digit)
        const word = answers === null || answers === '' ? '' : answer === undefined ? OPEN_ANSWER : answerNames[answer]
        return [[answerColumn(item), word], ...ANSWERS.map((each) => [tickColumn(item, each), each === answer ? '√' : ''])]
      })
      const told = Object.fromEntries(placeParts.map((name) => [name, parts[name] ?? '']))
      return {
        ...(Object.fromEntries(shown) as Record<string, string>),
        ...told,
        ballot: ballotId,
        markedCode,
        place,
        time: receivedAt === null ? '' : formatTime(receivedAt).slice(0, 16),
        channel: answers === '' ? '' : voteSourceNames[channel],
        handedInBy,
      }
    },
  }
}
