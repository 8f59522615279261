import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#shared/contract/envelope.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const paths = { '/static/temp.xlsx': 'temp.xlsx', '/temp_notify.xlsx': 'temp_notify.xlsx' } as const

/**
 * The import templates as the static files that they are (`console.md` section 7, Files), also below `/api`.
 *
 * Empty workbooks: whoever reaches the server may have them, and a link in a browser sends no header of ours.
 */
export function serveTemplates(app: FastifyInstance, folder: string): void {
  for (const [path, file] of Object.entries(paths)) {
    for (const url of [path, `${API_BASE}${path}`]) {
      app.get(url, async (_request, reply) =>
        reply
          .headers({ 'content-type': XLSX, 'content-disposition': `attachment; filename="${file}"`, 'x-content-type-options': 'nosniff' })
          .send(await readFile(join(folder, file))),
      )
    }
  }
}
