import type { Findings, LampName } from '../judge/lamps.ts'
import { byId, element, replaceChildrenOf } from './elements.ts'

const LAMPS: readonly (readonly [LampName, string])[] = [
  ['files', '文件未改动'],
  ['journal', '日志连续'],
  ['recount', '复算一致'],
  ['report', '与报告一致'],
]
type State = 'wait' | 'ok' | 'bad'
const words: Readonly<Record<State, string>> = { wait: '正在核对', ok: '未发现不一致', bad: '发现不一致' }
const signs: Readonly<Record<State, string>> = { wait: '…', ok: '✓', bad: '✗' }
/** Faults that are listed: more would make the first ones hard to find. */
const MOST = 12

/** Shows the four lamps; a lamp without findings is still waited for. */
export function showLamps(findings: Partial<Readonly<Record<LampName, readonly Findings[]>>>): void {
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
