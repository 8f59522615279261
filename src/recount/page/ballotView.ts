import type { Delivery } from '../judge/bundle.ts'
import { isOvervoted } from '../judge/counting.ts'
import { inGroups } from '../judge/manifest.ts'
import { placeInWords, squareMetres, type BallotOnRecord, type Recount } from '../judge/recount.ts'
import type { ZipEntry } from '../judge/zip.ts'
import { byId, element, replaceChildrenOf } from './elements.ts'

/** Rows shown initially; the rest on demand. */
const AT_ONCE = 500
const stateNames: Readonly<Record<string, string>> = { '-1': '未表决', 0: '已标记', 1: '已投票', 2: '已作废' }
const answerNames: Readonly<Record<string, string>> = { 0: '未选', 1: '同意', 2: '反对', 3: '弃权' }
const types: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' }

/** List of ballots; `show` redraws it for a search, with pictures once a zip is loaded. */
export function createBallotList(recount: Recount) {
  const rows = recount.ballots.map((ballot) => ({ ballot, searched: searchedOf(ballot) }))
  let images: ReadonlyMap<string, ZipEntry> = new Map()
  let condition = ''
  let most = AT_ONCE

  function show(): void {
    const words = condition.toLowerCase().split(/\s+/).filter(Boolean)
    const found = rows.filter(({ searched }) => words.every((word) => searched.includes(word)))
    byId('found').textContent = words.length > 0 ? `找到 ${found.length} 票` : `共 ${found.length} 票`
    const more = element('button', { type: 'button' }, `显示其余 ${found.length - most} 票`)
    more.addEventListener('click', () => {
      most = found.length
      show()
    })
    replaceChildrenOf(
      byId('list'),
      tableOf(
        found.slice(0, most).map(({ ballot }) => ballot),
        recount,
        images,
      ),
      found.length > most ? more : null,
    )
  }
  show()
  return {
    search(text: string): void {
      condition = text
      most = AT_ONCE
      show()
    },
    usePictures(found: ReadonlyMap<string, ZipEntry>): void {
      images = found
      show()
    },
  }
}

const codesOf = ({ records }: BallotOnRecord): string[] => [...new Set(records.map(({ ballotcode }) => ballotcode).filter((code) => code !== ''))]

function searchedOf(found: BallotOnRecord): string {
  const { ballot } = found
  const places = ballot.houses.flatMap(({ place }) => [placeInWords(place), place])
  return [...codesOf(found), ...places, ballot.ballotid, ballot.number].join('\n').toLowerCase()
}

function tableOf(ballots: readonly BallotOnRecord[], recount: Recount, images: ReadonlyMap<string, ZipEntry>): HTMLElement {
  const titles = ['票权', '房产与产权人', '面积（㎡）', '选票编号 / 标记码', '状态', '答案', '送达', '图片']
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element('caption', {}, '每票一行：作废过的选票也列在状态里'),
      element('thead', {}, element('tr', {}, ...titles.map((text) => element('th', { scope: 'col' }, text)))),
      element('tbody', {}, ...ballots.map((ballot) => rowOf(ballot, recount, images))),
    ),
  )
}

function rowOf(found: BallotOnRecord, recount: Recount, images: ReadonlyMap<string, ZipEntry>): HTMLElement {
  const { ballot, status, answers, records, deliveries } = found
  const voided = records.filter(({ recordstatus }) => recordstatus === 2)
  const last = records[records.length - 1]
  const paths = [...new Set([...records, ...deliveries].flatMap((each) => each.images))]
  const pictures = element('td', { class: 'pictures' })
  if (paths.length > 0) pictures.append(pictureButton(paths, images, pictures))
  return element(
    'tr',
    { 'data-ballot': ballot.ballotid },
    element('th', { scope: 'row' }, ballot.number || ballot.ballotid),
    element('td', {}, element('ul', {}, ...ballot.houses.map(({ place, personname }) => propertyItem(placeInWords(place), personname)))),
    element('td', { class: 'number' }, squareMetres(ballot.area)),
    element('td', { class: 'code' }, codesOf(found).join('、')),
    element(
      'td',
      {},
      stateNames[status] ?? '',
      element('br'),
      last?.createdate ?? '',
      ...voided.filter((record) => record !== last).map((record) => element('div', {}, `此前作废一次（${record.createdate}）`)),
    ),
    element('td', {}, ...(status === 1 ? answersInWords(answers, recount) : ['—'])),
    element('td', {}, deliveries.length > 0 ? element('ul', {}, ...deliveries.map(deliveryItem)) : '无'),
    pictures,
  )
}

const propertyItem = (place: string, owner: string): HTMLElement =>
  element('li', {}, element('span', { class: 'whole' }, place), ' ', element('span', { class: 'whole' }, owner))

const answersInWords = (answers: string, { slots }: Recount): (Node | string)[] =>
  slots.flatMap(({ slot: { number, election } }, index) => {
    const isSpoilt = election !== null && isOvervoted(answers, election)
    return [element('span', { class: 'whole' }, `${number} ${answerNames[answers[index] ?? ''] ?? ''}${isSpoilt ? '（超选无效）' : ''}`), ' ']
  })

const deliveryItem = ({ notifytime, voiddate }: Delivery): HTMLElement =>
  voiddate === '' ? element('li', {}, notifytime) : element('li', {}, element('del', {}, notifytime), `（${voiddate} 作废）`)

function pictureButton(paths: readonly string[], images: ReadonlyMap<string, ZipEntry>, place: HTMLElement): HTMLElement | string {
  const entries = paths.flatMap((path) => images.get(path) ?? [])
  if (entries.length === 0) return `${paths.length} 幅，拖入压缩文件后可看`
  const button = element('button', { type: 'button' }, `查看 ${entries.length} 幅`)
  button.addEventListener('click', () => {
    button.disabled = true
    void showPictures(entries, place)
  })
  return button
}

async function showPictures(entries: readonly ZipEntry[], place: HTMLElement): Promise<void> {
  for (const entry of entries) {
    const extension = entry.path.slice(entry.path.lastIndexOf('.') + 1).toLowerCase()
    const url = URL.createObjectURL(new Blob([await entry.whole()], { type: types[extension] ?? '' }))
    const name = entry.path.slice('images/'.length, -extension.length - 1)
    const image = element('img', { src: url, alt: `图片 ${inGroups(name.slice(0, 16))}` })
    image.addEventListener('load', () => URL.revokeObjectURL(url), { once: true })
    place.append(image)
  }
}
