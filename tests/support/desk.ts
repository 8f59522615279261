import { expect, type Page } from '@playwright/test'
import { good, makeEstate, optionsTopic, takeSteps, topic, type Caller, type PropertyRow, type MadeActivity } from './activities.ts'
import { goTo, makeActivityNow, mergeNamed } from './http-activities.ts'
import { settled } from './settled.ts'

const idNumber = '110101199003070011'
/** 张三 has two ballots, 赵六 one of two properties; the others have one property each. */
const properties: readonly PropertyRow[] = [
  ['1-101', '张三', 100, { idNumber }],
  ['1-201', '张三', 80, { idNumber }],
  ['1-102', '李四', 80],
  ['1-202', '王五', 120],
  ['1-301', '孙七', 90],
  ['1-302', '周八', 90],
  ['1-401', '吴九', 90],
  ['1-402', '郑十', 90],
  ['2-101', '赵六', 90],
  ['2-102', '赵六', 60],
]

/** An activity in 投票中 with a topic and an election of two: three slots. */
export async function makeDeskActivity(client: Caller, title: string): Promise<MadeActivity> {
  const { estateId } = await makeEstate(client, properties, `${title}小区`)
  const activity = await makeActivityNow(client, estateId, {
    title,
    summary: '电梯更新与物业选聘',
    detail: '详见公示文件',
    topics: [topic('是否同意更新电梯'), optionsTopic('选聘物业服务单位', ['甲公司', '乙公司'])],
  })
  await mergeNamed(client, activity.activityId, [['2-101', '2-102']])
  await takeSteps(client, activity.activityId, 'start')
  return activity
}

export async function openDesk(page: Page, activityId: string, operateType: 1 | 2 | 3): Promise<void> {
  await goTo(page, '/voteManage/votedesk', { activityid: activityId, operatetype: String(operateType) })
  await expect(searchBox(page)).toBeFocused()
}

// The visible desk's: another tab's desk has its own.
export const searchBox = (page: Page) => page.getByRole('combobox', { name: '找业主' }).filter({ visible: true })
export const paper = (page: Page) => page.getByRole('region', { name: '选票' }).filter({ visible: true })
export const ownerCard = (page: Page) => page.getByRole('region', { name: '业主信息' }).filter({ visible: true })
export const band = (page: Page) => page.getByTestId('band').filter({ visible: true })
export const note = (page: Page) => page.getByTestId('note').filter({ visible: true }).last()

/** Searches an owner and chooses the first result. */
export async function chooseOwner(page: Page, term: string): Promise<void> {
  await searchBox(page).fill(term)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  // If ambiguous, the list stays, with its first row ready for the next Enter.
  await settled(page)
  if (await page.getByRole('option').filter({ visible: true }).first().isVisible()) await page.keyboard.press('Enter')
  await expect(ownerCard(page)).toBeVisible()
}

/** Discards the entry, confirming the question if there is one. */
export async function giveUp(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog').filter({ hasText: '放弃已选的内容吗?' })
  await expect.poll(async () => (await question.isVisible()) || !(await paper(page).isVisible())).toBe(true)
  if (await question.isVisible()) await question.getByRole('button', { name: '放弃' }).click()
  await expect(paper(page)).toBeHidden()
}

/** Seconds between a key press and a scan, by the keyboard's clock: nobody does both at once. */
const PAUSE_SECONDS = 0.1
/** End of the last scan by that clock, in seconds. */
let scannedAt = 0

/** Presses keys like a barcode scanner: a few ms apart by the keyboard's clock, terminated by Enter, Tab or nothing. */
export async function scan(page: Page, code: string, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  const begun = Math.max(Date.now() / 1000, scannedAt) + PAUSE_SECONDS
  scannedAt = begun + (code.length + 1) * 0.008
  for (const [index, key] of [...code.split(''), ...(end === null ? [] : [end])].entries()) {
    const timestamp = begun + index * 0.008
    const text = key === 'Enter' ? '\r' : key === 'Tab' ? '' : key
    const windowsVirtualKeyCode = key === 'Enter' ? 13 : key === 'Tab' ? 9 : key.toUpperCase().charCodeAt(0)
    await keyboard.send('Input.dispatchKeyEvent', { type: text === '' ? 'rawKeyDown' : 'keyDown', key, text, timestamp, windowsVirtualKeyCode })
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, timestamp: timestamp + 0.002, windowsVirtualKeyCode })
  }
  await keyboard.detach()
}

const physicalKey = (sign: string): string => (/[A-Za-z]/.test(sign) ? `Key${sign.toUpperCase()}` : /\d/.test(sign) ? `Digit${sign}` : 'Minus')

interface CompositionOptions {
  /** Milliseconds between two keys. */
  readonly gapMs: number
  /** Text already in the composition. */
  readonly begun?: string
  /** For a key that selects a candidate: the word, which ends the composition. */
  readonly chooses?: Readonly<Record<string, string>>
}

/**
 * Types a code and Enter while an IME consumes each key, as Chromium reports it: the key is `Process`, the letters come as a
 * composition, and Enter commits them to the focused box.
 */
export async function typeComposing(page: Page, code: string, { gapMs, begun = '', chooses = {} }: CompositionOptions): Promise<void> {
  const input = await page.context().newCDPSession(page)
  const from = Date.now() / 1000
  let composed = begun
  for (const [index, sign] of [...code.split(''), 'Enter'].entries()) {
    const timestamp = from + (index * gapMs) / 1000
    const isUpper = /[A-Z]/.test(sign) && sign !== 'Enter'
    const key = { code: sign === 'Enter' ? 'Enter' : physicalKey(sign), windowsVirtualKeyCode: 229, modifiers: isUpper ? 8 : 0, timestamp }
    await input.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', ...key })
    const word = sign === 'Enter' ? composed : chooses[sign]
    if (word !== undefined) {
      if (composed !== '') await input.send('Input.insertText', { text: word })
      composed = ''
    } else {
      composed += sign.toLowerCase()
      await input.send('Input.imeSetComposition', { text: composed, selectionStart: composed.length, selectionEnd: composed.length })
    }
    await input.send('Input.dispatchKeyEvent', { type: 'keyUp', key: sign, ...key })
  }
  await input.detach()
}

/** All records of a ballot, newest first. */
export async function recordsOfBallot(
  client: Caller,
  activityId: string,
  ballotId: string,
): Promise<{ recordid: string; recordstatus: number; voidreason: string; desk: string; records: { voteresult: number }[] }[]> {
  return good(await client.get('/votedef/getrepeatvote', { voteActivityId: activityId, ballotId }))
}
