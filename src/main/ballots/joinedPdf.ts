/**
 * One PDF of several, in their order, with a title.
 *
 * Its viewer preferences are true size and one page a sheet, which a reader's print dialog starts from.
 */
export async function joinedPdf(parts: readonly Uint8Array[], title: string): Promise<Uint8Array> {
  // Loaded when it is needed, so that the start does not wait for it.
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
