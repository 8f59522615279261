import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { archiverBuffers } from './build/patches/archiver-buffers.mjs'

/** What reads QR codes and what decodes pages, beside the bundles that load them. */
const wasmBeside = (): Plugin => ({
  name: 'wasm-beside',
  generateBundle() {
    for (const file of ['zxing-wasm/dist/reader/zxing_reader.wasm', '@hyzyla/pdfium/dist/pdfium.wasm'])
      this.emitFile({ type: 'asset', fileName: basename(file), source: readFileSync(resolve('node_modules', file)) })
  },
})

export default defineConfig({
  main: {
    plugins: [archiverBuffers(), wasmBeside()],
    build: {
      // Everything is bundled, so that the packed program needs no node_modules, and starts faster.
      externalizeDeps: false,
      minify: true,
      sourcemap: false,
      rolldownOptions: {
        // pg looks for it behind a try; it is not among our packages.
        external: ['pg-native'],
        input: {
          index: resolve('src/main/index.ts'),
          'server-utility': resolve('src/server/entry/utility.ts'),
          'page-decoder': resolve('src/main/scans/process.ts'),
          'sheet-worker': resolve('src/server/workbooks/worker.ts'),
          'report-worker': resolve('src/server/features/result/report/worker.ts'),
          'inspection-worker': resolve('src/server/database/inspection-worker.ts'),
          'document-worker': resolve('src/server/features/document/worker.ts'),
          'route-worker': resolve('src/server/features/route/worker.ts'),
          'reading-worker': resolve('src/server/features/reading/worker.ts'),
          'sensitivity-worker': resolve('src/server/features/sensitivity/worker.ts'),
          'checkup-worker': resolve('src/server/features/checkup/worker.ts'),
          'export-worker': resolve('src/server/exports/worker.ts'),
        },
        // Names of classes and functions appear in logs, and Fastify names its plugins by them.
        output: { keepNames: true },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      minify: true,
      sourcemap: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react({ compiler: true })],
    // `npm run dev`: the page is at an address of its own, from which Vite's cannot be told.
    server: { host: '127.0.0.1', port: 5173, strictPort: true, hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: 5173 } },
    build: {
      minify: true,
      sourcemap: false,
      // It is read from the disk, not from a network.
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: resolve('src/renderer/index.html'),
        // What the login needs in one piece: each file takes a way through the main process.
        output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
      },
    },
  },
})
