/**
 * Replaces the deprecated `new Buffer(…)` in archiver-utils, with which exceljs writes archives.
 *
 * Node does not warn inside node_modules, but in a bundle it prints a warning for every process that writes a workbook.
 *
 * @param {string} code the library's `index.js`
 * @returns {string}
 */
export function withoutNewBuffer(code) {
  return code.replaceAll(/new Buffer\((size|0)\)/g, 'Buffer.alloc($1)').replaceAll('new Buffer(source)', 'Buffer.from(source)')
}

/** Applies {@link withoutNewBuffer} when main is bundled. */
export function archiverBuffers() {
  return {
    name: 'archiver-buffers',
    transform: {
      filter: { id: /archiver-utils[\\/]index\.js$/ },
      /** @param {string} code */
      handler: (code) => ({ code: withoutNewBuffer(code), map: null }),
    },
  }
}
