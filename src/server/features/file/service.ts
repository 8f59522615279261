import type { Binary, UploadedFile } from '#shared/contract/endpoint.ts'
import { notFound } from '#shared/contract/envelope.ts'
import type { Database } from '../../database/open.ts'
import type { Caller } from '../../http/context.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import type { AuditService } from '../audit/service.ts'
import { checkDocument, checkImage } from './rules.ts'
import { fileStore } from './store.ts'

/** Pictures and documents, kept in the database under generated names: `wire.md` section 9. */
export function createFileService({ database, clock, audit }: { readonly database: Database; readonly clock: Clock; readonly audit: AuditService }) {
  async function keep(file: UploadedFile, mediaType: string, caller: Caller, action: 'file.uploadImage' | 'file.uploadDocument'): Promise<string> {
    const publicId = newId()
    const name = file.name.slice(0, 300).replaceAll('\u0000', '')
    await database.write(async (tx) => {
      await fileStore(tx).insert({
        public_id: publicId,
        name,
        media_type: mediaType,
        byte_count: file.bytes.length,
        content: file.bytes,
        created_by: caller.userKey,
        created_at: clock.now(),
      })
      await audit.record(tx, { caller, action, subject: publicId, before: null, after: { name, mediaType, byteCount: file.bytes.length } })
    })
    return `/file/${publicId}`
  }
  return {
    uploadImage: async (file: UploadedFile, caller: Caller) => keep(file, await checkImage(file), caller, 'file.uploadImage'),
    uploadDocument: async (file: UploadedFile, caller: Caller) => keep(file, await checkDocument(file), caller, 'file.uploadDocument'),
    async get(publicId: string): Promise<Binary> {
      const row = await fileStore(database.read).content(publicId)
      if (!row) throw notFound('文件')
      return { type: row.media_type, bytes: row.content }
    },
  }
}
export type FileService = ReturnType<typeof createFileService>
