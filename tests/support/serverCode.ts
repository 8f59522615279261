import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverCode, type ServerCode } from '../../build/scripts/server-code.mjs'

/** The bundle of a server thread. */
export const workerUrl = (name: ServerCode): URL => pathToFileURL(serverCode(name))

const packages = join(import.meta.dirname, '../../node_modules')
/** The page reader, as its thread's bundle and from the packages. */
export const pageReading = {
  workerUrl: workerUrl('reading-worker'),
  qrWasm: join(packages, 'zxing-wasm/dist/reader/zxing_reader.wasm'),
  pdfWasm: join(packages, '@hyzyla/pdfium/dist/pdfium.wasm'),
}
