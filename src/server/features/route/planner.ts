import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { Refusal } from '#shared/contract/refusals.ts'
import { planDoors, type Plan, type PlanRequest } from './plan.ts'

/** Plans up to this many doors take some milliseconds: less than starting a thread. */
const AT_ONCE = 300
/** The worker's heap, in MB: the tables for 5,000 doors are outside of it. */
const HEAP_MB = 256
const TIME_MS = 60_000
/** Number of plans cached: an open plan is requested repeatedly, mostly unchanged. */
const KEPT = 16

export type Planner = (request: PlanRequest) => Promise<Plan>

/** `workerUrl`: the code of worker.ts, in the sources or as its bundle. */
export function createPlanner(workerUrl: URL): Planner {
  const limit = pLimit(1)
  const kept = new Map<string, Plan>()

  async function keptOrPlanned(key: string, request: PlanRequest): Promise<Plan> {
    const plan = kept.get(key) ?? (await planInThread(workerUrl, request))
    kept.delete(key)
    kept.set(key, plan)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return plan
  }

  return async (request) => {
    if (request.open.areas.length <= AT_ONCE) return planDoors(request)
    return limit(keptOrPlanned, createHash('sha256').update(JSON.stringify(request)).digest('base64'), request)
  }
}

/** @throws Refusal `route.tooLong` or `route.tooMuch` (402) */
async function planInThread(workerUrl: URL, request: PlanRequest): Promise<Plan> {
  const worker = new Worker(workerUrl, { workerData: request, env: {}, execArgv: [], name: 'route', resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
  const { promise, resolve, reject } = Promise.withResolvers<Plan>()
  const deadline = setTimeout(() => reject(new Refusal('route.tooLong')), TIME_MS)
  worker.on('message', resolve)
  worker.on('error', (error: Error & { readonly code?: string }) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Refusal('route.tooMuch') : error))
  worker.on('exit', () => reject(new Error('the route worker ended without an answer')))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    await worker.terminate()
  }
}
