import { expect, test, type Locator, type Page } from '@playwright/test'
import { good, makeEstate, optionsTopic, recordsOf, takeSteps, topic, type MadeActivity } from '../support/activities.ts'
import {
  band,
  chooseOwner,
  giveUp,
  makeDeskActivity,
  note,
  openDesk,
  ownerCard,
  paper,
  recordsOfBallot,
  scan,
  searchBox,
  typeComposing,
} from '../support/desk.ts'
import { pdfBytes, pngBytes } from '../support/files.ts'
import { activityTab, goTo, makeActivityNow, mergeNamed, voterNamed } from '../support/http-activities.ts'
import { closeLeftOpen, newFolder, programAt } from '../support/program.ts'
import { startProxy } from '../support/proxy.ts'
import { httpClient, memberToken, startProcess, type HttpClient, type ServerProcess } from '../support/server-process.ts'
import { chooseLetters } from '../support/letters.ts'
import { settled } from '../support/settled.ts'

test.describe.configure({ mode: 'serial' })

let data: string
let server: ServerProcess
let client: HttpClient
let activity: MadeActivity
let page: Page
test.beforeAll(async () => {
  data = newFolder()
  server = await startProcess(['--data', data])
  client = httpClient(server.url, await memberToken(server.url))
  activity = await makeDeskActivity(client, '业主大会')
  const program = await programAt(server.url)
  page = program.page
})

/** Votes through the API, like another desk. */
async function voteAtOtherDesk(place: string, answers: string): Promise<void> {
  const { ballotid, votername } = await voterNamed(client, activity.activityId, place)
  const records = recordsOf(activity.topics, answers)
  good(
    await client.post('/vote/do', {
      records,
      voteactivityid: activity.activityId,
      votername,
      votermobileno: '',
      voteridno: '',
      markedcodes: '',
      ballotIds: [ballotid],
    }),
  )
}
async function liveAnswers(place: string, of: MadeActivity = activity): Promise<string> {
  const { ballotid } = await voterNamed(client, of.activityId, place)
  const records = await recordsOfBallot(client, of.activityId, ballotid)
  const live = records.filter(({ recordstatus }) => recordstatus === 1)
  expect(live.length, `votes of ${place}`).toBeLessThan(2)
  return live[0]?.records.map(({ voteresult }) => voteresult).join('') ?? ''
}
/** Whether an ancestor clips an element. */
const isCut = (found: Locator) =>
  found.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect()
    for (let around = element.parentElement; around; around = around.parentElement) {
      const box = around.getBoundingClientRect()
      const { overflowX, display } = getComputedStyle(around)
      if (overflowX !== 'visible' && display !== 'contents' && (left < box.left || right > box.right)) return true
    }
    return getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth
  })
const pressed = (name: string) => paper(page).getByRole('group', { name }).locator('[aria-pressed="true"]')
const confirm = async (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

test('an incomplete address, or a deleted activity, is reported', async () => {
  const go = (query: Readonly<Record<string, string>>) => goTo(page, '/voteManage/votedesk', query)
  await go({ operatetype: '2' })
  await expect(page.getByText('页面参数不完整，请从活动列表进入')).toBeVisible()
  await go({ activityid: activity.activityId, operatetype: '9' })
  await expect(page.getByText('页面参数不完整，请从活动列表进入').last()).toBeVisible()
  await go({ activityid: 'gone', operatetype: '2' })
  await expect(page.getByText('投票活动不存在')).toBeVisible()
})

test('an all-approve ballot takes four keys after the search term, and the next one can begin', async () => {
  await openDesk(page, activity.activityId, 2)
  await searchBox(page).fill('李四')
  await expect(page.getByRole('option')).toHaveCount(1)
  let keys = 0
  const press = async (...pressedKeys: readonly string[]) => {
    for (const key of pressedKeys) await page.keyboard.down(key)
    for (const key of pressedKeys.toReversed()) await page.keyboard.up(key)
    keys += pressedKeys.length
  }
  await press('Enter')
  await expect(ownerCard(page).getByText('一期-1栋-1单元-102')).toBeVisible()
  await press('a')
  await expect(paper(page).getByText('已选 3 / 3')).toBeVisible()
  await press('Control', 'Enter')
  await expect(band(page)).toContainText(/投票成功.*李四.*一期-1栋-1单元-102.*1 同意 · 2 甲公司、乙公司 同意/)
  expect(await band(page).evaluate((element) => getComputedStyle(element).fontSize)).toBe('28px')
  expect(keys).toBeLessThanOrEqual(6)
  await expect(searchBox(page)).toBeFocused()
  expect(await searchBox(page).evaluate((box: HTMLInputElement) => box.value.slice(box.selectionStart ?? 0, box.selectionEnd ?? 0))).toBe('李四')
  await expect(band(page)).toBeHidden()
  expect(await liveAnswers('1-102')).toBe('111')
})

test('each topic has its key; the focus advances automatically; the same key again clears', async () => {
  await searchBox(page).fill('1栋')
  await expect(page.getByRole('option').first()).toBeVisible()
  for (let row = 0; row < 3; row++) await page.keyboard.press('ArrowDown')
  const highlighted = await page.getByRole('option', { selected: true }).getByTestId('found-place').textContent()
  await page.keyboard.press('Enter')
  await expect(
    ownerCard(page)
      .getByText(highlighted ?? '')
      .first(),
  ).toBeVisible()
  const current = paper(page).locator('[aria-current="step"]')
  await expect(current).toContainText('是否同意更新电梯')
  await page.keyboard.press('2')
  await expect(pressed('是否同意更新电梯')).toHaveText(/反对/)
  await expect(current).toContainText('甲公司')
  await page.keyboard.press('3')
  await expect(current).toContainText('乙公司')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('3')
  await expect(pressed('选聘物业服务单位：甲公司')).toHaveCount(0)
  await page.keyboard.press('s')
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveCount(3)
  await page.keyboard.press('d')
  await expect(pressed('选聘物业服务单位：乙公司')).toHaveText(/弃权/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').getByText('放弃已选的内容吗?')).toBeVisible()
  await confirm('继续填写')
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await confirm('放弃')
  await expect(paper(page)).toBeHidden()
  await expect(searchBox(page)).toBeFocused()
  // A single answer is quicker to repeat than a question to read.
  await chooseOwner(page, '王五')
  await page.keyboard.press('1')
  await page.keyboard.press('Escape')
  await expect(paper(page)).toBeHidden()
})

test('shows activity details, card and merged properties, and searches by phone, room and ID number', async () => {
  const details = page.getByRole('button', { name: '活动详情' })
  await details.click()
  for (const text of ['电梯更新与物业选聘', '详见公示文件']) await expect(page.getByText(text)).toBeVisible()
  await details.click()
  await chooseOwner(page, '赵六')
  const card = ownerCard(page)
  for (const text of ['一期-2栋-1单元-101', '一期-2栋-1单元-102', '90.00㎡', '票权共 2 套', '150.00㎡', '未投'])
    await expect(card.getByText(text).first()).toBeVisible()
  await expect(card.getByText(/^139\*\*\*\*\d{4}$/)).toBeVisible()
  await card.getByRole('button', { name: '显示手机号' }).click()
  await expect(card.getByText(/^139\d{8}$/)).toBeVisible()
  await page.keyboard.press('Escape')
  for (const term of ['110101199003070011', '1栋 401', '吴九']) {
    await searchBox(page).fill(term)
    await expect(page.getByRole('option').first()).toBeVisible()
  }
  await searchBox(page).fill('没有这个人')
  await expect(page.getByText('没有找到业主，请换个条件再查')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the owner’s other ballots can vote along; the button asks first and lists open slots', async () => {
  await chooseOwner(page, '1栋-1单元-101')
  await expect(ownerCard(page).getByText('该业主还有 1 票')).toBeVisible()
  await page.keyboard.press('b')
  await expect(ownerCard(page).getByRole('checkbox')).toBeChecked()
  await paper(page).getByRole('group', { name: '是否同意更新电梯' }).getByRole('button', { name: /同意/ }).click()
  await paper(page)
    .getByRole('button', { name: /提交投票/ })
    .click()
  await expect(page.getByRole('dialog').getByText('确认提交吗？')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('还有 2 项没有选择')).toBeVisible()
  await confirm('取消')
  await expect(pressed('是否同意更新电梯')).toHaveText(/同意/)
  await paper(page)
    .getByRole('button', { name: /全部弃权/ })
    .click()
  await paper(page)
    .getByRole('button', { name: /提交投票/ })
    .click()
  await confirm('提交投票')
  await expect(searchBox(page)).toBeFocused()
  await expect(band(page)).toContainText('一期-1栋-1单元-101、一期-1栋-1单元-201')
  expect([await liveAnswers('1-101'), await liveAnswers('1-201')]).toEqual(['333', '333'])
})

test('the desk’s last entries are listed, and one is voided after a question', async () => {
  const recents = page.getByRole('region', { name: '本机最近' })
  await expect(recents.getByRole('listitem')).toHaveCount(3)
  const row = recents.getByRole('listitem').filter({ hasText: '一期-1栋-1单元-102' })
  await row.getByRole('button', { name: /作废/ }).click()
  await expect(page.getByText('确认作废当前投票吗?')).toBeVisible()
  await confirm('取消')
  expect(await liveAnswers('1-102')).toBe('111')
  await row.getByRole('button', { name: /作废/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: '作废', exact: true })).toBeDisabled()
  await page.getByRole('dialog').getByText('选错业主', { exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '其他作废原因' }).fill('业主写错了一处')
  await confirm('作废')
  await expect(page.getByText('作废投票成功')).toBeVisible()
  await expect(row.getByText('已作废')).toBeVisible()
  expect(await liveAnswers('1-102')).toBe('')
  const { ballotid } = await voterNamed(client, activity.activityId, '1-102')
  expect(await recordsOfBallot(client, activity.activityId, ballotid)).toMatchObject([{ recordstatus: 2, voidreason: '业主写错了一处' }])
})

test('a conflict with another desk is reported in words, and everything stays on screen', async () => {
  await chooseOwner(page, '王五')
  await page.keyboard.press('s')
  await voteAtOtherDesk('1-202', '123')
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText('该票权已投票')
  await expect(ownerCard(page).getByText('王五')).toBeVisible()
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveCount(3)
  await expect(ownerCard(page).getByText('已投票')).toBeVisible()
  expect(await liveAnswers('1-202')).toBe('123')
  // When, by whom, and what, without opening another screen.
  await expect(note(page)).toContainText(/一期-1栋-1单元-202 王五（\d\d-\d\d \d\d:\d\d 由 .+ 登记）/)
  await note(page).getByRole('button', { name: '查看' }).click()
  const records = page.getByRole('dialog').filter({ hasText: '投票记录 · 王五' })
  await expect(records.getByRole('table', { name: '投票内容' }).getByRole('cell')).toHaveText(['同意', '反对', '弃权'])
  await records.getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(records).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(paper(page)).toBeHidden()
  // The next time it is reported before anything is entered.
  await chooseOwner(page, '1栋 202')
  await expect(note(page)).toContainText('该票权已投票')
  await expect(note(page)).toContainText(/由 .+ 投票/)
  await page.keyboard.press('Escape')
})

test('pinyin composition neither searches nor submits', { tag: '@full' }, async () => {
  const input = await page.context().newCDPSession(page)
  await searchBox(page).fill('')
  await input.send('Input.imeSetComposition', { text: 'sun', selectionStart: 3, selectionEnd: 3 })
  await expect(searchBox(page)).toHaveValue('sun')
  // The Enter that commits a composition, as browsers report it.
  await searchBox(page).evaluate((box) => box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })))
  await settled(page)
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(page.getByTestId('found')).toBeHidden()
  await input.send('Input.insertText', { text: '孙七' })
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(ownerCard(page).getByText('孙七')).toBeVisible()
  await page.keyboard.press('a')
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, bubbles: true })))
  await settled(page)
  await expect(paper(page)).toBeVisible()
  expect(await liveAnswers('1-301')).toBe('')
  await giveUp(page)
  await input.detach()
})

test('marking: the owner, a code scanned with any focus, and the messages', async () => {
  await page.getByRole('group', { name: '模式' }).getByRole('button', { name: '标记' }).click()
  await chooseOwner(page, '孙七')
  await expect(paper(page).getByText('标记码')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('请输入标记码').first()).toBeVisible()
  await searchBox(page).focus()
  await scan(page, 'C-12A3')
  await expect(paper(page).getByRole('textbox', { name: '标记码' })).toHaveValue('C-12A3')
  await expect(searchBox(page)).toHaveValue('孙七')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('投票标记成功')
  await expect(page.getByRole('region', { name: '本机最近' }).getByRole('listitem').first()).toContainText('已标记 C-12A3')
  // First the paper, then its owner; then a code in use.
  await scan(page, 'C-12A3')
  await expect(note(page)).toContainText('已扫到标记码 C-12A3')
  await chooseOwner(page, '周八')
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText(/该标记码已被使用：一期-1栋-1单元-301 孙七（标记码 C-12A3，.* 由 .+ 登记）/)
  await expect(paper(page).getByRole('textbox', { name: '标记码' })).toHaveValue('C-12A3')
  await paper(page).getByRole('textbox', { name: '标记码' }).fill('C-900')
  await paper(page).getByRole('button', { name: /标记/ }).click()
  await expect(band(page)).toContainText('周八')
  await expect(page.getByRole('group', { name: '模式' }).getByRole('button', { name: '唱票' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('group', { name: '模式' }).getByRole('button', { name: '唱票' }).hover()
  await expect(page.getByText('当前状态为“投票中”，不能唱票')).toBeVisible()
  await page.getByRole('group', { name: '模式' }).getByRole('button', { name: '投票' }).click()
})

test('a scanner works during IME composition; manual composition submits nothing', async () => {
  const modes = page.getByRole('group', { name: '模式' })
  const codeBox = paper(page).getByRole('textbox', { name: '标记码' })
  await modes.getByRole('button', { name: '标记' }).click()
  await chooseOwner(page, '郑十')
  await searchBox(page).focus()
  await typeComposing(page, 'C-12A3', { gapMs: 8 })
  await expect(codeBox).toHaveValue('C-12A3')
  await expect(codeBox).toBeFocused()
  await expect(searchBox(page)).toHaveValue('郑十')
  // With typed letters before it, a digit that selects a candidate within it, and in the code box itself.
  await searchBox(page).focus()
  const input = await page.context().newCDPSession(page)
  await input.send('Input.imeSetComposition', { text: 'zh', selectionStart: 2, selectionEnd: 2 })
  await typeComposing(page, 'D7E', { gapMs: 8, begun: 'zh', chooses: { '7': '找的' } })
  await expect(codeBox).toHaveValue('D7E')
  await expect(codeBox).toBeFocused()
  await typeComposing(page, 'F-9', { gapMs: 8 })
  await expect(codeBox).toHaveValue('F-9')
  // Typed by hand: the letters go to the search, owner and code stay.
  await searchBox(page).fill('')
  await typeComposing(page, 'sun', { gapMs: 130 })
  await expect(searchBox(page)).toHaveValue('sun')
  await settled(page)
  await expect(codeBox).toHaveValue('F-9')
  await expect(ownerCard(page).getByText('郑十')).toBeVisible()
  const { ballotid } = await voterNamed(client, activity.activityId, '1-402')
  expect(await recordsOfBallot(client, activity.activityId, ballotid)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await modes.getByRole('button', { name: '投票' }).click()
  await input.detach()
})

/** An activity with large content: many topics, long titles, attachments, six owners, a ballot of twelve properties. */
async function makeLargeActivity(): Promise<MadeActivity> {
  const owner = '欧阳若兰/司马相如/诸葛孔明/上官婉儿/尉迟敬德/长孙无忌'
  const idNumber = owner
    .split('/')
    .map((_, index) => `11010119900307001${index}`)
    .join('/')
  const floors = Array.from({ length: 12 }, (_, index) => `1-${index + 1}01`)
  const rest = ['2-101', '2-201'].map((name) => [name, owner, 88, { idNumber }] as const)
  const { estateId } = await makeEstate(client, [...floors.map((name) => [name, owner, 100, { idNumber }] as const), ...rest], '翠湖花园国际城市社区')
  const url = String(good(await client.upload('/file/image_upload', 'file', '效果图.png', pngBytes)))
  const file = { name: '施工方案.pdf', url: String(good(await client.upload('/file/upload', 'file', '施工方案.pdf', pdfBytes))) }
  const attached = { relapics: [{ url }], relafiles: [file] }
  const companies = Array.from('甲乙丙丁戊己庚辛', (sign, index) => ({ title: `${sign}公司`, ...(index === 1 ? attached : {}) }))
  const large = await makeActivityNow(client, estateId, {
    title: '关于电梯更新、物业选聘与管理规约修订的书面表决',
    topics: [
      topic('更新电梯', attached),
      { ...optionsTopic('选聘物业', []), options: companies },
      topic('修订规约', { votetype: 14 }),
      ...Array.from({ length: 17 }, (_, index) => topic(`是否同意使用住宅专项维修资金更新第${index + 1}号楼的消防设施，并授权业主委员会签订合同`)),
    ],
  })
  await mergeNamed(
    client,
    large.activityId,
    floors.slice(1).map((name) => ['1-101', name] as const),
  )
  await takeSteps(client, large.activityId, 'start')
  return large
}

test('ten answers, or a topic and nine candidates in two columns, fit on a small screen', { tag: '@full' }, async () => {
  const { estateId } = await makeEstate(client, [['1-101', '孙一', 100]], '十项小区')
  const rowsOf = async (title: string, topics: readonly ReturnType<typeof topic>[]) => {
    const { activityId } = await makeActivityNow(client, estateId, { title, topics })
    await takeSteps(client, activityId, 'start')
    await openDesk(page, activityId, 2)
    await chooseOwner(page, '孙一')
    return paper(page).filter({ visible: true }).getByTestId('slot')
  }
  const ten = await rowsOf(
    '十项',
    Array.from({ length: 10 }, (_, index) => topic(`第${index + 1}项`)),
  )
  await expect(ten).toHaveCount(10)
  for (const row of await ten.all()) await expect(row).toBeInViewport({ ratio: 1 })
  // In the largest font six do, below a one-line owner.
  await chooseLetters(page, '特大')
  for (const row of (await ten.all()).slice(0, 6)) await expect(row).toBeInViewport({ ratio: 1 })
  expect((await ownerCard(page).boundingBox())?.height).toBeLessThan(60)
  await chooseLetters(page, '标准')
  const mixed = await rowsOf('换届', [
    topic('更新电梯'),
    optionsTopic(
      '选举委员',
      Array.from('甲乙丙丁戊己庚辛壬', (name) => `候选人${name}`),
      { lawitem: 3, seats: 5 },
    ),
  ])
  await expect(mixed).toHaveCount(10)
  for (const row of await mixed.all()) await expect(row).toBeInViewport({ ratio: 1 })
  const top = async (at: number) => (await mixed.nth(at).boundingBox())?.y
  // The sixth candidate is beside the first, and the arrow moves to it from the fifth.
  expect(await top(6)).toBe(await top(1))
  for (let pressed = 0; pressed < 6; pressed++) await page.keyboard.press('ArrowDown')
  await expect(mixed.nth(6)).toHaveAttribute('aria-current', 'step')
})

test('if answers need the height, owner and last entries shrink to one line with complete codes', { tag: '@full' }, async () => {
  const owners = ['孙一', '孙二', '孙三'] as const
  const { estateId } = await makeEstate(
    client,
    owners.map((name, index) => [`1-10${index + 1}`, name, 100] as const),
    '十二项小区',
  )
  const topics = Array.from({ length: 12 }, (_, index) => topic(`是否同意使用住宅专项维修资金更新第${index + 1}号楼的消防设施，并授权签订合同`))
  const { activityId } = await makeActivityNow(client, estateId, { title: '十二项议题', topics })
  await takeSteps(client, activityId, 'start')
  const { papers } = good(await client.post('/paper/issue', { voteactivityid: activityId, xpath: '' })) as { papers: { code: string }[] }
  const codes = papers.map(({ code }) => code)
  for (const step of ['out', 'receive']) good(await client.post(`/paper/${step}`, { voteactivityid: activityId, codes }))
  await openDesk(page, activityId, 2)
  for (const name of owners.slice(0, 2)) {
    await chooseOwner(page, name)
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    await confirm('提交投票')
    await expect(band(page)).toContainText(name)
  }
  await chooseOwner(page, '孙三')
  const rows = paper(page).getByTestId('slot')
  await expect(rows).toHaveCount(12)
  for (const row of (await rows.all()).slice(0, 10)) await expect(row).toBeInViewport({ ratio: 1 })
  const recents = page.getByRole('region', { name: '本机最近' }).filter({ visible: true })
  const heightOf = async (found: Locator) => (await found.boundingBox())?.height
  expect(await heightOf(ownerCard(page))).toBeLessThan(45)
  expect(await heightOf(recents)).toBeLessThan(45)
  // The codes are random: the widest must fit one line too.
  const word = await recents.getByText(codes[1] ?? '').elementHandle()
  const write = (from: string, to: string) =>
    word?.evaluate(
      ({ childNodes }, texts) => {
        for (const node of childNodes) node.nodeValue = node.nodeValue?.replace(texts.from, texts.to) ?? null
      },
      { from, to },
    )
  await write(codes[1] ?? '', 'WWWWWWWW')
  await expect(recents).toContainText('WWWWWWWW')
  expect(await heightOf(recents)).toBeLessThan(45)
  await write('WWWWWWWW', codes[1] ?? '')

  for (const letters of ['特大', '标准'] as const) {
    await chooseLetters(page, letters)
    // The owner's code and those of the two voted ballots; the note and the list above show them in a sentence.
    for (const [index, code] of codes.entries()) {
      const place = index === 2 ? ownerCard(page) : recents
      expect([letters, index, await isCut(place.getByText(code))]).toEqual([letters, index, false])
    }
  }
  await recents.getByRole('button', { name: '全部 2 条' }).click()
  for (const entry of await recents.getByRole('listitem').all()) await expect(entry).toBeInViewport({ ratio: 1 })
  await recents.getByRole('button', { name: '收起' }).click()
  await page.keyboard.press('Escape')
})

test('attachments of a topic or an option open beside it without moving keys or rows', async () => {
  const large = await makeLargeActivity()
  await openDesk(page, large.activityId, 2)
  await chooseOwner(page, '欧阳')
  const desk = paper(page).filter({ visible: true })
  const row = (name: string) => desk.getByTestId('slot').filter({ has: page.getByRole('group', { name, exact: true }) })
  const height = async (name: string) => (await row(name).boundingBox())?.height
  expect(await height('更新电梯')).toBe(await height('修订规约'))
  expect(await height('选聘物业：乙公司')).toBe(await height('选聘物业：甲公司'))
  // With fewer answers, 同意 keeps its position.
  const left = async (name: string) => (await row(name).getByRole('button', { name: /同意/ }).boundingBox())?.x
  expect(await left('修订规约')).toBe(await left('更新电梯'))

  const button = row('更新电梯').getByRole('button', { name: '查看“更新电梯”的图片 1 · 附件 1' })
  await expect(button).toHaveAttribute('tabindex', '-1')
  await button.click()
  const dialog = page.getByRole('dialog').filter({ hasText: '施工方案.pdf' })
  await expect(dialog.getByRole('img', { name: '图片' })).toBeVisible()
  await page.keyboard.press('2')
  await dialog.getByRole('button', { name: '放大查看图片' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  // A fading picture would still take the key.
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(desk.locator('[aria-pressed="true"]')).toHaveCount(0)
  await page.keyboard.press('1')
  await expect(desk.getByRole('group', { name: '更新电梯', exact: true }).locator('[aria-pressed="true"]')).toHaveText(/同意/)
  await row('选聘物业：乙公司').getByRole('button', { name: /查看/ }).click()
  await expect(page.getByRole('dialog').filter({ hasText: '乙公司' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The booth has them too, reachable by Tab.
  await goTo(page, '/voteManage/progress', { estateid: large.estateId, activityid: large.activityId })
  await page.getByRole('gridcell', { name: '1201 未投' }).click()
  const booth = page.getByRole('dialog').filter({ hasText: '投票 ·' })
  const inBooth = booth.getByRole('button', { name: '查看“乙公司”的图片 1 · 附件 1' })
  await expect(inBooth).toHaveAttribute('tabindex', '0')
  await inBooth.click()
  await expect(page.getByRole('button', { name: '施工方案.pdf' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '施工方案.pdf' })).toBeHidden()
  await expect(booth).toBeVisible()
  await settled(page)
  await page.keyboard.press('Escape')
  await expect(booth).toBeHidden()
})

test('in the largest font in the smaller window the submit row stays on one line without page scroll', { tag: '@full' }, async () => {
  await activityTab(page, '投票台').click()
  const desk = paper(page).filter({ visible: true })
  const foot = desk.getByTestId('paper-foot')
  const before = page.viewportSize() ?? { width: 1366, height: 768 }
  const sizes = page.getByRole('button', { name: /^A⁺ 字号/ })
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const size of ['标准', '大', '特大']) {
      await sizes.click()
      await page.getByRole('menuitem', { name: size, exact: true }).click()
      await expect(sizes).toHaveAccessibleName(`A⁺ 字号：${size}`)
      const tops = await foot.locator('button').evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)))
      expect([width, size, new Set(tops).size]).toEqual([width, size, 1])
      const scrolling = await desk.evaluate((element) => {
        const found: string[] = []
        for (let one = element.parentElement; one; one = one.parentElement) if (one.scrollHeight > one.clientHeight + 1) found.push(one.className)
        return found
      })
      expect([width, size, scrolling]).toEqual([width, size, []])
      const inCard = await ownerCard(page)
        .filter({ visible: true })
        .evaluate((card) => card.scrollWidth - card.clientWidth)
      expect([width, size, inCard]).toEqual([width, size, 0])
      // Essential data of a ballot are visible, however many properties it has.
      await expect(ownerCard(page).filter({ visible: true }).getByText('未投').first()).toBeInViewport()
    }
  }
  await sizes.click()
  await page.getByRole('menuitem', { name: '标准', exact: true }).click()
  await page.setViewportSize(before)
  await page.keyboard.press('Escape')
})

test('two programs vote for the same ballot at once: one succeeds, the other is refused', async () => {
  const other = await programAt(server.url)
  for (const desk of [page, other.page]) {
    await openDesk(desk, activity.activityId, 2)
    await chooseOwner(desk, '吴九')
    await desk.keyboard.press(desk === page ? 'a' : 's')
  }
  await Promise.all([page.keyboard.press('Control+Enter'), other.page.keyboard.press('Control+Enter')])
  const isDone = async (desk: Page) => {
    await expect(band(desk).or(desk.getByTestId('note').filter({ hasText: '该票权已投票' }))).toBeVisible()
    return (await band(desk).count()) > 0
  }
  const done = await Promise.all([isDone(page), isDone(other.page)])
  expect(done.filter((isOne) => isOne)).toHaveLength(1)
  expect(await liveAnswers('1-401')).toBe(done[0] ? '111' : '222')
  // The loser's unsent input is asked about, unless it already knows that the ballot has voted.
  for (const desk of [page, other.page]) await giveUp(desk)
  await other.close()
})

test('a server outage in mid-entry loses nothing; the state is checked before sending again', async () => {
  await chooseOwner(page, '郑十')
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  const { port } = new URL(server.url)
  await server.kill()
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: /连接不上服务器|连接已断开/ })
      .first(),
  ).toBeVisible()
  await page.keyboard.press('3')
  await page.keyboard.press('Control+Enter')
  await expect(note(page)).toContainText('恢复后先向服务器核对')
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveCount(3)
  server = await startProcess(['--data', data, '--port', port])
  await expect(note(page)).toContainText('已向服务器核对：刚才的投票没有收到')
  await expect(paper(page).locator('[aria-pressed="true"]')).toHaveCount(3)
  expect(await liveAnswers('1-402')).toBe('')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('郑十')
  expect(await liveAnswers('1-402')).toBe('123')
})

test('after a lost response the vote is found, and is stored once', async () => {
  const wire = await startProxy(server.url)
  const other = await programAt(wire.url)
  await openDesk(other.page, activity.activityId, 2)
  await chooseOwner(other.page, '赵六')
  await other.page.keyboard.press('a')
  wire.decide((path) => (path === '/api/vote/do' ? 'loseAnswer' : 'pass'))
  await other.page.keyboard.press('Control+Enter')
  await expect(note(other.page)).toContainText('已向服务器核对：赵六 的投票在断线前已经收到，没有重复提交')
  await expect(paper(other.page)).toBeHidden()
  await expect(other.page.getByRole('region', { name: '本机最近' }).getByRole('listitem')).toHaveCount(1)
  expect(await liveAnswers('2-101')).toBe('111')
  await other.close()
  await wire.close()
})

test('a failed search shows one retry hint, at the desk and on the merge screen', { tag: '@full' }, async () => {
  const wire = await startProxy(server.url)
  const other = await programAt(wire.url)
  const cutSearches = () => wire.decide((path) => (path === '/api/vote/queryvotersbycondition' ? 'cut' : 'pass'))
  await openDesk(other.page, activity.activityId, 2)
  cutSearches()
  await searchBox(other.page).fill('赵六')
  const failed = other.page.getByRole('search').getByRole('alert')
  await expect(failed).toContainText('按 Enter 重试')
  expect((await failed.innerText()).match(/重试/g)).toHaveLength(1)
  wire.release()
  await searchBox(other.page).press('Enter')
  // Both properties found belong to the same ballot.
  await expect(ownerCard(other.page).getByText('赵六')).toBeVisible()
  await other.page.keyboard.press('Escape')
  await goTo(other.page, '/voteManage/mngballot', { estateid: activity.estateId, activityid: activity.activityId })
  cutSearches()
  const picker = other.page.getByRole('combobox', { name: '主房产', exact: true })
  await picker.click()
  await picker.fill('赵六')
  const retry = other.page.getByRole('alert').filter({ visible: true }).getByRole('button', { name: '重试' })
  await expect(retry).toBeVisible()
  wire.release()
  await retry.click()
  await expect(other.page.getByTestId('found-voter')).toHaveCount(2)
  await other.close()
  await wire.close()
})

test('tallying: a paper’s code finds its owner; unknown codes and impossible modes are reported', async () => {
  await takeSteps(client, activity.activityId, 'startTally')
  await openDesk(page, activity.activityId, 3)
  const modes = page.getByRole('group', { name: '模式' }).locator('visible=true')
  await expect(modes.getByRole('button', { name: '投票' })).toHaveAttribute('aria-disabled', 'true')
  await scan(page, 'X-404')
  await expect(note(page)).toContainText('未找到该标记码：X-404')
  await scan(page, 'C-12A3')
  await expect(ownerCard(page).getByText('孙七')).toBeVisible()
  await page.keyboard.press('1')
  // Scanning the next paper too early does not lose the current one.
  await scan(page, 'C-900')
  await expect(note(page)).toContainText('孙七 的选票还没有提交')
  await page.keyboard.press('a')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('唱票提交成功')
  expect(await liveAnswers('1-301')).toBe('111')
  await scan(page, 'C-12A3')
  await expect(ownerCard(page).getByText('已唱票', { exact: true })).toBeVisible()
  await page.getByRole('switch', { name: '按选票编号 / 标记码查找' }).click()
  // Voided above and without a code, so its paper is tallied again.
  await chooseOwner(page, '李四')
  await page.keyboard.press('s')
  await page.keyboard.press('Control+Enter')
  await expect(band(page)).toContainText('唱票提交成功')
  expect(await liveAnswers('1-102')).toBe('222')
})

test('a desk without possible actions names the prerequisite, and links to it', { tag: '@full' }, async () => {
  const draft = await makeActivityNow(client, activity.estateId, { title: '还没有开启的活动' })
  await goTo(page, '/voteManage/votedesk', { activityid: draft.activityId, operatetype: '1' })
  await expect(page.getByRole('tab', { name: '标记 · 还没有开启的活动' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '投票台 · 标记', level: 1 })).toBeVisible()
  const warning = page.getByRole('alert').filter({ hasText: '当前状态为“未开始”，不能标记投票。请活动创建人在“投票活动”列表中点“开启投票”' })
  await expect(warning).toBeVisible()
  await expect(page.getByText('查找业主，再扫描选票上的码').filter({ visible: true })).toHaveCount(0)
  await warning.getByRole('button', { name: '去投票活动列表' }).click()
  await expect(page.getByRole('heading', { name: '投票活动', exact: true, level: 1 })).toBeVisible()
})

test.afterAll(closeLeftOpen)
