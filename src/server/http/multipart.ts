import type { FastifyRequest } from 'fastify'
import type { Endpoint, UploadedFile } from '#shared/contract/endpoint.ts'
import { Refusal } from '#shared/contract/refusals.ts'
import { badRequest } from './errors.ts'

/**
 * A multipart call's text fields and its one file.
 *
 * A file over the endpoint's limit is 413 with the endpoint's sentence, without being kept; an upload that breaks off,
 * a second file and a part of another name are refused.
 */
export async function readMultipart(
  request: FastifyRequest,
  file: NonNullable<Endpoint['file']>,
): Promise<{ fields: Record<string, string>; file: UploadedFile }> {
  if (!request.isMultipart()) throw badRequest()
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let uploaded: UploadedFile | null = null
  for await (const part of partsOf(request, file)) {
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value)
      continue
    }
    const bytes = await part.toBuffer().catch((error: unknown) => {
      if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw new Refusal(file.tooLarge)
      throw new Refusal('request.uploadFailed', null, { cause: error })
    })
    if (part.fieldname !== file.field) throw badRequest()
    if (bytes.length > file.maxBytes) throw new Refusal(file.tooLarge)
    uploaded = { name: part.filename ?? '', bytes }
  }
  if (!uploaded) throw new Refusal('request.noFile', { field: file.field })
  return { fields, file: uploaded }
}

/** The parts one by one, at most one of them a file: of a second one the library says only that the upload is too large. */
async function* partsOf(request: FastifyRequest, { field, maxBytes }: NonNullable<Endpoint['file']>) {
  try {
    yield* request.parts({ limits: { fileSize: maxBytes + 1, files: 1, fields: 20, fieldSize: 10_000, parts: 21 } })
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_FILES_LIMIT') throw new Refusal('file.tooMany', { field })
    throw error
  }
}
