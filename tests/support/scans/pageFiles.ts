import { jpegPage, jpegSize } from '#shared/features/reading/jpegPage.ts'
import { greyJpeg } from '../../../src/main/scans/greyJpeg.ts'
import type { Grey } from '../../../src/server/features/reading/recognition/grey.ts'

/** An empty picture as a JPEG; `grey` makes it a different file. */
export const emptyPage = (grey = 255): Uint8Array => greyJpeg({ width: 900, height: 800, data: new Uint8Array(900 * 800).fill(grey) }, 80)

/** A drawn page as a file. */
export const pageFile = (picture: Grey): Uint8Array => greyJpeg(picture, 80)

/** The upload of a page. */
export const pageUpload = (bytes: Uint8Array, name = '扫描.jpg') => ({ field: 'uploadfile', name, bytes })

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
/** From a dark top edge to a light bottom one, 96 by 72 dots: in colour, in CMYK as written by programs, progressive. */
export const pictures = {
  colour: bytesOf(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCABIAGADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFRABAQAAAAAAAAAAAAAAAAAAABL/xAAYAQEBAQEBAAAAAAAAAAAAAAAABAIDBv/EABcRAQEBAQAAAAAAAAAAAAAAAAAREgH/2gAMAwEAAhEDEQA/AM6CFEEII9XtPBCiCCG08EKIIIbTwQogghtPBCiCCG08EKIIIbUQQogh0iTaeCFEEENp4IUQQQ2nghRBBDaeCFEEENp4IUQQQ2oghRBDpEm08EKIIIbTwQogghtPBCiCCG08EKIIIbTwQogghtRBCiCG4l2nghRBBDaeCFEEENp4IUQQQ2nghRBBDaeCFEEENqIIBtLekEAF6QQAXpBABekEAF6QQAXr/9k=',
  ),
  print: bytesOf(
    '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/9sAQwEVFxceGh47ISE7fFNGU3x8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8/8AAFAgASABgBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBv/EABUQAQEAAAAAAAAAAAAAAAAAAAAT/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AxgAMjMmrmTAASTJq5kwAEkyauZMABJMmrmTAASTJq5kwAEkyauZMABZMmrmTAASTJq5kwAEkyauZMABJMmrmTAASTJq5kwAEkyauZMABZMmrmTAASTJq5kwAEkyauZMABJMmrmTAASTJq5kwAEkyauZMABZMmrmTAASTJq5kwAEkyauZMABJMmrmTAASTJq5kwAEkyauZMABZMmAABMmAABMmAABMmAABMmAABMmD//Z',
  ),
  progressive: bytesOf(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/wgALCABIAGABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMF/9oACAEBAAAAAcgAFQAWABYAFgAVABYAFgAWAB//xAAVEAEBAAAAAAAAAAAAAAAAAAAAEf/aAAgBAQABBQKIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIj/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAY/Aln/xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/IVgAAAAAAAAAAAAAAAAAH//aAAgBAQAAABAAD/8A/wDwAAAP/wD/APAAAA//xAAUEAEAAAAAAAAAAAAAAAAAAABg/9oACAEBAAE/EFgAAAAAAAAAAAAAAAAAH//Z',
  ),
  grey: greyJpeg({ width: 96, height: 72, data: Uint8Array.from({ length: 96 * 72 }, (_, dot) => Math.floor(dot / 96) * 3.5) }, 80),
}

/** A page filled by one picture. */
export const pictureIn = (jpeg: Uint8Array): Uint8Array => {
  const size = jpegSize(jpeg)
  if (!size) throw new Error('it is no JPEG')
  return jpegPage(jpeg, size)
}
