import { pino } from 'pino'
import type { Log } from '../../src/server/kernel/log.ts'

export const silentLog: Log = pino({ level: 'silent' })
