import type { Handlers } from '#shared/contract/endpoint.ts'
import type { fileEndpoints } from '#shared/features/file/contract.ts'
import type { Caller } from '../../http/context.ts'
import type { FileService } from './service.ts'

/** Calls about stored files (`wire.md` section 9); refusals are documented at the service functions. */
export function fileHandlers(service: FileService): Handlers<typeof fileEndpoints, Caller> {
  return {
    'file.uploadImage': ({ file }, caller) => service.uploadImage(file, caller),
    'file.uploadDocument': ({ file }, caller) => service.uploadDocument(file, caller),
    'file.get': ({ params }, caller) => service.get(params.id, caller),
  }
}
