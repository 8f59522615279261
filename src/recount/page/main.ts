import './oldBrowsers.ts'
import { judgeZip, type ZipJudgement } from '../judge/archive.ts'
import { readBundle, type Texts } from '../judge/bundle.ts'
import { allResultsOf } from '../judge/corrections.ts'
import { judgeCode, judgeEmbedded, kindName, type Findings, type Judgement, type LampName } from '../judge/lamps.ts'
import { createBallotList } from './ballotView.ts'
import { byId, element, inputById, replaceChildrenOf } from './elements.ts'
import { correctedViews, sampleView, slotViews } from './resultView.ts'

/** The SHA-256 of this page without its data and program; inserted by the build. */
declare const FRAME_SHA256: string

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
/** `html[data-ready]`: every lamp has its result. */
function setReady(isReady: boolean): void {
  if (isReady) document.documentElement.setAttribute('data-ready', '1')
  else document.documentElement.removeAttribute('data-ready')
}

function embeddedTexts(): Texts | null {
  try {
    const { files } = JSON.parse(byId('bundle').textContent) as { files?: unknown }
    return typeof files === 'object' && files !== null ? (files as Texts) : null
  } catch {
    return null
  }
}

async function start(): Promise<void> {
  showLamps({})
  const texts = embeddedTexts()
  if (texts === null) {
    const faults = ['本页没有可读的数据']
    byId('more').before(document.importNode((byId('no-data') as HTMLTemplateElement).content, true))
    show({ files: [{ faults, notes: [] }], journal: [{ faults, notes: [] }], recount: [{ faults, notes: [] }], report: [{ faults, notes: [] }] })
    return
  }
  const judgement = await judgeEmbedded(readBundle(texts), pause)
  showHead(judgement)
  const list = judgement.recount ? createBallotList(judgement.recount) : null
  if (judgement.recount) {
    const views = [...correctedViews(judgement.corrected, judgement.recount), ...slotViews(judgement.recount), ...judgement.samples.map(sampleView)]
    replaceChildrenOf(byId('slots'), ...views)
    byId('output').textContent = JSON.stringify(allResultsOf(judgement.recount, judgement.corrected))
  }
  const lamps = createLamps(judgement)
  lamps.show()
  inputById('code').addEventListener('input', () => lamps.show())
  inputById('search').addEventListener('input', ({ target }) => list?.search((target as HTMLInputElement).value))
  byId('print-ballots').addEventListener('change', ({ target }) => document.body.classList.toggle('with-ballots', (target as HTMLInputElement).checked))
  takeZips(async (file) => {
    const zip = await lamps.take(file)
    if (zip) list?.usePictures(zip.images)
  })
}

function show(findings: Partial<Record<LampName, Findings[]>>): void {
  showLamps(findings)
  setReady((['files', 'journal', 'recount', 'report'] as const).every((name) => findings[name] !== undefined))
}

function showHead({ bundle, checkpoints }: Judgement): void {
  const title = 'value' in bundle.rules ? bundle.rules.value.title : ''
  if (title !== '') {
    byId('title').textContent = title
    document.title = `${title} · 表决结果复算`
  }
  if ('fault' in bundle.manifest) return
  const { activity, edition, checkpoint } = bundle.manifest.value
  const period = 'value' in bundle.rules ? `　表决时间 ${bundle.rules.value.startdate} 至 ${bundle.rules.value.enddate}` : ''
  byId('about').textContent =
    `${activity.estate}${period}　${edition === 'owners' ? '业主查阅版（姓名部分隐去，无联系方式）' : '法院版（含个人信息，请勿公开）'}`
  replaceChildrenOf(
    byId('foot'),
    `应诉包所依据的检查点：${kindName(checkpoint.kind)}，${checkpoint.time}，操作日志第 ${checkpoint.number} 条，校验值 ${checkpoint.hash}。共 ${checkpoints.length} 个检查点。`,
    element('br'),
    '本页能发现改动；是否有法律效力由有权机关判断。',
  )
}

/** The state of the four lamps: from the embedded files, the zip and the typed code. */
function createLamps(judgement: Judgement) {
  let zip: ZipJudgement | null = null
  /** Number of the last dropped zip: results of earlier ones are discarded. */
  let taken = 0
  let isReading = false

  function showAll(): void {
    const code = judgeCode(judgement, inputById('code').value)
    const { files, journal, recount, report } = judgement.lamps
    // Once the zip has been judged, the note that its files are unchecked is obsolete.
    const own = zip ? { ...files, notes: files.notes.slice(0, 1) } : files
    show({
      ...(isReading ? {} : { files: [own, ...(zip ? [zip.files] : []), ...(code ? [code.files] : [])], report: [report, ...(zip ? [zip.report] : [])] }),
      journal: [journal, ...(code ? [code.journal] : [])],
      recount: [recount],
    })
  }

  async function take(file: Blob): Promise<ZipJudgement | null> {
    taken += 1
    const turn = taken
    isReading = true
    showAll()
    const bar = byId('progress') as HTMLProgressElement
    bar.hidden = false
    const page = { bundle: byId('bundle').textContent, program: byId('program').textContent, frame: FRAME_SHA256 }
    const unreadable: Findings = { faults: ['压缩文件无法读取'], notes: [] }
    const judged = await judgeZip(judgement, file, page, (done, total) => {
      if (turn === taken) bar.value = total === 0 ? 1 : done / total
    }).catch((): ZipJudgement => ({ files: unreadable, report: unreadable, images: new Map() }))
    if (turn !== taken) return null
    bar.hidden = true
    isReading = false
    zip = judged
    showAll()
    return judged
  }
  return { show: showAll, take }
}

/** Accepts a zip dropped anywhere, or chosen by the button. */
function takeZips(onZip: (file: File) => Promise<void>): void {
  const input = inputById('zip')
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) void onZip(file)
  })
  const over = (isOver: boolean): void => void document.body.classList.toggle('over', isOver)
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    over(true)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) over(false)
  })
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    over(false)
    const [file] = event.dataTransfer?.files ?? []
    if (file) void onZip(file)
  })
}

const LAMPS: readonly (readonly [LampName, string])[] = [
  ['files', '文件未改动'],
  ['journal', '日志连续'],
  ['recount', '复算一致'],
  ['report', '与报告一致'],
]
type State = 'wait' | 'ok' | 'bad'
const words: Readonly<Record<State, string>> = { wait: '正在核对', ok: '未发现不一致', bad: '发现不一致' }
const signs: Readonly<Record<State, string>> = { wait: '…', ok: '✓', bad: '✗' }
/** Faults listed at most: more would hide the first ones. */
const MOST = 12

/** Shows the four lamps; one without findings is pending. */
function showLamps(findings: Partial<Readonly<Record<LampName, readonly Findings[]>>>): void {
  const states = LAMPS.map(([name]) => stateOf(findings[name]))
  replaceChildrenOf(byId('lamps'), ...LAMPS.map(([name, title], index) => lamp(name, title, states[index] ?? 'wait', findings[name] ?? [])))
  const bad = LAMPS.filter((_lamp, index) => states[index] === 'bad').map(([, title]) => title)
  byId('summary').textContent = states.includes('wait')
    ? '正在核对……'
    : bad.length === 0
      ? '四盏灯都是绿色：在已核对的范围内没有发现改动或不一致。'
      : `${bad.length} 盏灯为红色：${bad.join('、')}。原因见下。`
}

const stateOf = (findings: readonly Findings[] | undefined): State =>
  findings === undefined ? 'wait' : findings.some(({ faults }) => faults.length > 0) ? 'bad' : 'ok'

function lamp(name: LampName, title: string, state: State, findings: readonly Findings[]): HTMLElement {
  const faults = findings.flatMap((each) => each.faults)
  const more = faults.length > MOST ? [element('li', { class: 'fault' }, `另有 ${faults.length - MOST} 处`)] : []
  return element(
    'li',
    { 'data-lamp': name, 'data-state': state },
    element('h3', {}, element('span', { class: 'sign', 'aria-hidden': 'true' }, signs[state]), title),
    element('p', { class: 'word' }, words[state]),
    element(
      'ul',
      {},
      ...faults.slice(0, MOST).map((text) => element('li', { class: 'fault' }, text)),
      ...more,
      ...findings.flatMap(({ notes }) => notes).map((text) => element('li', {}, text)),
    ),
  )
}

void start()
