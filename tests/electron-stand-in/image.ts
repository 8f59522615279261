/** The part of Electron's NativeImage that page captures need. */
export interface Image {
  toPNG(): Buffer
  toDataURL(): string
  isEmpty(): boolean
  getSize(): { readonly width: number; readonly height: number }
}

/** From PNG bytes; no bytes for an empty image. */
export function createImage(png: Buffer): Image {
  return {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    // Width and height are in every PNG's header.
    getSize: () => (png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  }
}
