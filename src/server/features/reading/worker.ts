import { parentPort, workerData } from 'node:worker_threads'
import { createJpegDecoder } from './recognition/decode.ts'
import { drawn } from './recognition/drawing.ts'
import type { Grey } from './recognition/grey.ts'
import { prepareQrCodes } from './recognition/qrCodes.ts'
import { readPicture } from './recognition/readPage.ts'
import type { PageTask, PageAnswer, ReaderWasm } from './reader.ts'

const { qr, pdf } = workerData as ReaderWasm
prepareQrCodes(qr)
const decoder = createJpegDecoder(pdf)

/** Number of decoded pages cached, 2 MB each. */
const KEPT = 4
/** The pages most recently drawn from: their strips are requested one after another, possibly while others are recognized. */
const lately = new Map<string, Grey>()

function keep(key: string, picture: Grey): void {
  lately.delete(key)
  lately.set(key, picture)
  for (const oldest of [...lately.keys()].slice(0, -KEPT)) lately.delete(oldest)
}

async function answer(task: PageTask): Promise<PageAnswer> {
  const picture = lately.get(task.key) ?? (await decoder).decode(task.bytes)
  if (!picture) return { type: 'damaged' }
  if (task.type === 'draw') {
    keep(task.key, picture)
    return { type: 'drawn', png: drawn(picture, task.order) }
  }
  const { layout } = task
  return { type: 'read', found: await readPicture(picture, ({ layoutId }) => (layout?.layoutId === layoutId ? layout.layout : null)) }
}

// any other error ends the worker, and the server notices
parentPort?.on('message', (task: PageTask) => void answer(task).then((given) => parentPort?.postMessage(given)))
