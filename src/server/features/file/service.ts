import type { Binary, UploadedFile } from '#shared/contract/endpoint.ts'
import { notFound } from '#shared/contract/envelope.ts'
import type { Database } from '../../database/open.ts'
import type { Clock } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { checkDocument, checkImage } from './rules.ts'
import { fileStore } from './store.ts'

/** Pictures and documents, kept in the database under generated names: `wire.md` section 9. */
export function createFileService({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
  async function keep(file: UploadedFile, mediaType: string, userKey: number): Promise<string> {
    const publicId = newId()
    await database.write((tx) =>
      fileStore(tx).insert({
        public_id: publicId,
        name: file.name.slice(0, 300),
        media_type: mediaType,
        byte_count: file.bytes.length,
        content: file.bytes,
        created_by: userKey,
        created_at: clock.now(),
      }),
    )
    return `/file/${publicId}`
  }
  return {
    uploadImage: async (file: UploadedFile, userKey: number) => keep(file, await checkImage(file), userKey),
    uploadDocument: async (file: UploadedFile, userKey: number) => keep(file, await checkDocument(file), userKey),
    async get(publicId: string): Promise<Binary> {
      const row = await fileStore(database.read).content(publicId)
      if (!row) throw notFound('文件')
      return { type: row.media_type, bytes: row.content }
    },
  }
}
export type FileService = ReturnType<typeof createFileService>
