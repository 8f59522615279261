import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '#shared/contract/envelope.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const paths = { '/static/temp.xlsx': 'temp.xlsx', '/temp_notify.xlsx': 'temp_notify.xlsx' } as const

/**
 * Serves the import templates as static files (`console.md` section 7, Files), also below `/api`.
 *
 * They are empty workbooks, so public: a link in a browser sends no header of ours.
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
