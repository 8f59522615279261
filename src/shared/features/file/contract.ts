import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { id } from '../../contract/values.ts'
import { MAX_DOCUMENT_BYTES, MAX_IMAGE_BYTES } from './rules.ts'

/** A stored file's path below `/api`: the `data` of an upload's answer (`console.md` section 7, Files). */
const FileUrl = z.string()

export const fileEndpoints = {
  'file.uploadImage': post('/file/image_upload', 'clerk', {
    scope: 'own',
    isRepeatable: true,
    file: { field: 'file', maxBytes: MAX_IMAGE_BYTES, tooLarge: 'file.pictureTooLarge' },
    response: FileUrl,
  }),
  'file.uploadDocument': post('/file/upload', 'clerk', {
    scope: 'own',
    isRepeatable: true,
    file: { field: 'file', maxBytes: MAX_DOCUMENT_BYTES, tooLarge: 'file.tooLarge' },
    response: FileUrl,
  }),
  'file.get': get('/file/:id', 'viewer', { scope: 'file', params: z.object({ id: id('文件编号') }), response: 'binary' }),
} as const satisfies Endpoints
