/** As much of Electron's NativeImage as a picture of a page needs. */
export interface Image {
  toPNG(): Buffer
  toDataURL(): string
  isEmpty(): boolean
  getSize(): { readonly width: number; readonly height: number }
}

/** From the bytes of a PNG; none for an empty image. */
export function createImage(png: Buffer): Image {
  return {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    // Width and height stand at the head of every PNG.
    getSize: () => (png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  }
}
