/** One PDF of several, in their order. Prints at its true size, a page a sheet, unless somebody says otherwise. */
export async function joinedPdf(parts: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  // Loaded when there is something to join: no start waits for it.
  const { Duplex, PDFDocument, PrintScaling } = await import('@cantoo/pdf-lib')
  const whole = await PDFDocument.create()
  for (const part of parts) {
    const document = await PDFDocument.load(part, { updateMetadata: false })
    for (const page of await whole.copyPages(document, document.getPageIndices())) whole.addPage(page)
  }
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setProducer('社区投票平台')
  const preferences = whole.catalog.getOrCreateViewerPreferences()
  preferences.setPrintScaling(PrintScaling.None)
  preferences.setDuplex(Duplex.Simplex)
  return whole.save()
}
