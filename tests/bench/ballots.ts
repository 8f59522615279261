import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import type { Bridge } from '#shared/bridge/bridge.ts'
import { electronVariables } from '../../build/scripts/electron-binary.mjs'
import { sampleLayout, samplePapers } from '../support/ballots.ts'
import { timed, type Figure } from './table.ts'

const root = join(import.meta.dirname, '../..')
const BALLOTS = 1_200
const MB = 1024 * 1024

/** Memory of a process and its children in bytes, counting each page once; 0 if the system does not report it. */
function memoryOf(processId: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = /\) \S (\d+)/.exec(textOf(`/proc/${name}/stat`))?.[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const isBelow = (id: number): boolean => id === processId || (parents.has(id) && isBelow(parents.get(id) ?? 0))
  return [...parents.keys()]
    .filter(isBelow)
    .map((id) => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${id}/smaps_rollup`))?.[1] ?? 0) * 1024)
    .reduce((sum, bytes) => sum + bytes, 0)
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process is gone
  }
}

/** 1,200 ballots to one PDF by the built program, as its screen requests it. */
export async function benchBallots(): Promise<Figure[]> {
  Object.assign(process.env, electronVariables(), { STANDIN_HEADLESS: '1' })
  const folder = mkdtempSync(join(tmpdir(), 'vote-ballots-'))
  const path = join(folder, '选票.pdf')
  const app = await _electron.launch({ args: [root, `--user-data-dir=${join(folder, 'user')}`], cwd: root })
  const page = await app.firstWindow()
  await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'load' })
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, path)
  const processId = app.process().pid ?? 0
  const isMeasured = process.platform === 'linux'
  const before = isMeasured ? memoryOf(processId) : 0
  let most = before
  const watch = setInterval(() => {
    if (isMeasured) most = Math.max(most, memoryOf(processId))
  }, 500)
  const { ms } = await timed(() =>
    page.evaluate(
      async (input) => {
        const { bridge } = window as unknown as { bridge: Bridge }
        const saved = await bridge.run('ballots.savePdf', input)
        if (!saved.ok) throw new Error(saved.failure.message)
      },
      { jobId: 'bench', suggestedName: '选票.pdf', layoutId: '1F0A8B3C', layout: sampleLayout(), slips: null, papers: samplePapers(BALLOTS) },
    ),
  )
  clearInterval(watch)
  const { size } = statSync(path)
  await app.close()
  rmSync(folder, { recursive: true, force: true })
  return [
    { name: `${BALLOTS} ballots of ${sampleLayout().pages.length} pages to one PDF`, value: ms, unit: 'ms', aim: { atMost: 60_000 } },
    { name: '  the file', value: size / MB, unit: 'MB' },
    ...(isMeasured ? [{ name: '  memory beyond the idle program, its pages among it, at most', value: (most - before) / MB, unit: 'MB' as const }] : []),
  ]
}
