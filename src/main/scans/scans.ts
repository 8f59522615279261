import { randomUUID } from 'node:crypto'
import type { CommandHandlers } from '#shared/bridge/commands.ts'
import { isScanned, scanFileMessages as say } from '#shared/features/reading/pageRules.ts'
import type { Session } from '../session/session.ts'
import type { Decoder } from './decoder.ts'

type ScanHandlers = Pick<CommandHandlers, 'scan.open' | 'scan.send' | 'scan.close'>

/** Files open at once: the one whose last page is being sent, and the next. */
const MOST_OPEN = 2

/** The commands that draw and send files' pages. Problems not caused by the file are thrown like the server's refusals. */
export function createScans(decoder: Pick<Decoder, 'open' | 'draw' | 'close'>, { call }: Pick<Session, 'call'>): ScanHandlers {
  const open: string[] = []
  const forget = (fileId: string): void => {
    const place = open.indexOf(fileId)
    if (place >= 0) open.splice(place, 1)
  }
  return {
    'scan.open': async ({ name, bytes }) => {
      if (!isScanned(name)) return { problem: say.otherFormat }
      const fileId = randomUUID()
      open.push(fileId)
      for (const oldest of open.splice(0, Math.max(0, open.length - MOST_OPEN))) await decoder.close(oldest)
      const opened = (await decoder.open(fileId, { name, bytes })) ?? { problem: say.damaged }
      if ('pageCount' in opened) return { fileId, pageCount: opened.pageCount }
      forget(fileId)
      return opened
    },
    'scan.send': async ({ fileId, ...sent }) => {
      const jpeg = await decoder.draw(fileId, sent.sourcePage)
      if (!jpeg) return { problem: say.unreadable(sent.sourcePage) }
      return { page: await call('reading.page', { body: sent, file: { name: '扫描.jpg', bytes: jpeg } }) }
    },
    'scan.close': async ({ fileId }) => {
      forget(fileId)
      await decoder.close(fileId)
      return null
    },
  }
}
