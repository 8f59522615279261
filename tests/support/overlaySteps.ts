import type { Locator, Page } from '@playwright/test'
import { formatTime } from '../../src/shared/time/chinaTime.ts'
import { deliverySheet } from '../../src/shared/features/delivery/sheet.ts'
import { dropFile } from './program.ts'
import { query } from './screens.ts'
import { settled } from './settled.ts'
import { ONE_OWNER } from './stage.ts'
import { propertyWorkbook, workbookOf, PROPERTY_HEADER, property } from './workbooks/make.ts'

// What a hand does until an overlay is open, and where it begins; who looks at it then waits until it rests.

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true })
export const press = (page: Page, name: string | RegExp) => button(page, name).first().click()
export const dialogOf = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).last()
export const chooseItem = (page: Page, name: string) => page.getByRole('menuitem', { name }).filter({ visible: true }).click()

/** Presses buttons one after another, and waits for the dialog opened by the last. */
export const opens =
  (...names: readonly (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) await press(page, name)
    await dialogOf(page).waitFor()
  }

/** An entry of the user's menu. */
export const fromUserMenu = (entry: string) => async (page: Page) => {
  await page.locator('.navbar-user').click()
  await chooseItem(page, entry)
  await dialogOf(page).waitFor()
}

/** A button in the row of the activity of that title. */
export const fromActivity = (title: RegExp, name: string) => async (page: Page) => {
  await page.getByRole('row', { name: title }).getByRole('button', { name, exact: true }).click()
  await dialogOf(page).waitFor()
}

/** Opens a room of the grid, which renders visible rooms only: scrolls floors from the top until the room exists. */
export const openRoom =
  (name: RegExp, nth = 0) =>
  async (page: Page) => {
    const room = page.getByRole('gridcell', { name }).filter({ visible: true }).nth(nth)
    const floors = page.getByRole('grid').filter({ visible: true }).getByRole('rowheader')
    await floors.first().waitFor()
    for (const floor of await floors.all()) {
      await floor.scrollIntoViewIfNeeded()
      await settled(page)
      if ((await room.count()) > 0) break
    }
    await room.click()
    await dialogOf(page).waitFor()
  }

export async function pickVoter(page: Page, label: string, room: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).filter({ visible: true }).fill(`西区-1栋-3单元-${room}`)
  await page.locator('.ant-select-item-option').filter({ visible: true, hasText: ONE_OWNER.name }).first().click()
  await settled(page)
}

export const pickMain = (page: Page) => pickVoter(page, '主房产', ONE_OWNER.rooms[0])

export const wrongProperties = async (): Promise<Uint8Array> => {
  const right = Array.from({ length: 20 }, (_, index) => [...property(3_000 + index)])
  const cell = (name: string): number => PROPERTY_HEADER.findIndex((column) => column.startsWith(name))
  const faults: readonly (readonly [row: number, column: string, value: unknown])[] = [
    [2, '手机', '1380013'],
    [3, '面积', 0],
    [5, '产权人', ''],
    [8, '证件', 110101196203150000],
    [9, '面积', '八十'],
    [12, '手机', '电话无'],
    [16, '证件', '110101196203150019'],
  ]
  for (const [row, column, value] of faults) {
    const cells = right[row]
    if (cells) cells[cell(column)] = value
  }
  return propertyWorkbook(right)
}

export const deliveries = (rooms: readonly string[]): Promise<Uint8Array> =>
  workbookOf([
    Object.values(deliverySheet.columns).map(({ name }) => name),
    ...rooms.map((room, index) => [
      '一期',
      '西区',
      '1栋',
      '3单元',
      room,
      ['上门', '电话', '定点'][index % 3],
      formatTime(Date.now() - 3_600_000),
      '楼栋长 王五',
      '',
    ]),
  ])

/** Drops a workbook on the screen, and waits for the outcome. */
export const imports =
  (name: string, bytes: () => Promise<Uint8Array>, ending: RegExp, isWritten = false) =>
  async (page: Page) => {
    await dropFile(page, '[data-testid=import-host]:visible', name, await bytes())
    if (isWritten) await press(page, '开始导入')
    await page.getByText(ending).filter({ visible: true }).first().waitFor()
  }

/** Types into 查找并前往, and waits for all searches. */
export const find = async (page: Page, typed: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找并前往' }).fill(typed)
  await page.getByText('正在查找…').filter({ visible: true }).waitFor({ state: 'hidden' })
}

export const chooseRows = async (page: Page) => {
  const boxes = page.locator('tbody .ant-checkbox-input:visible')
  for (const row of [0, 1, 2]) await boxes.nth(row).click()
}

export const properties = ({ estateId }: { readonly estateId: string }) => query('/property/Index', { estateid: estateId })
export const emptyEstate = ({ emptyEstateId }: { readonly emptyEstateId: string }) => query('/property/Index', { estateid: emptyEstateId })
export const home = () => '/dashboard'
export const activities = () => '/voteManage/list'
