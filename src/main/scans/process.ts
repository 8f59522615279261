import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDrawing } from './drawing.ts'
import type { DecoderAnswer, DecoderOrder } from './decoder.ts'

/** The channel to the program's main process, as in a utilityProcess. */
interface ParentPort {
  postMessage(message: DecoderAnswer): void
  on(name: 'message', listener: (event: { readonly data: DecoderOrder }) => void): void
}
const { parentPort } = process as unknown as { readonly parentPort: ParentPort }

// electron.vite.config.ts copies it next to the bundles
const drawing = createDrawing(readFileSync(process.argv[2] ?? join(import.meta.dirname, 'pdfium.wasm')))

async function carryOut(order: DecoderOrder): Promise<DecoderAnswer> {
  const { open, draw, close } = await drawing
  switch (order.type) {
    case 'open':
      return { type: 'opened', opened: await open(order.fileId, order.name, order.bytes) }
    case 'draw':
      return { type: 'drawn', jpeg: await draw(order.fileId, order.sourcePage) }
    case 'close':
      close(order.fileId)
      return { type: 'closed' }
  }
}

// a page that fails ends this process; a new one continues with the next page
parentPort.on('message', ({ data }) => {
  carryOut(data).then(
    (answer) => parentPort.postMessage(answer),
    () => process.exit(1),
  )
})
