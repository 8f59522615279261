import { greyJpeg } from '../../../src/main/scans/greyJpeg.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'

/** A picture of nothing, as a JPEG; `grey` makes it another file. */
export const emptyPage = (grey = 255): Uint8Array => greyJpeg({ width: 900, height: 800, data: new Uint8Array(900 * 800).fill(grey) }, 80)

/** A drawn page as a file. */
export const pageFile = (picture: Grey): Uint8Array => greyJpeg(picture, 80)

/** How a page is sent. */
export const pageUpload = (bytes: Uint8Array, name = '扫描.jpg') => ({ field: 'uploadfile', name, bytes })
