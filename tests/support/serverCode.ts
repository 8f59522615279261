import { pathToFileURL } from 'node:url'
import { serverCode, type ServerCode } from '../../build/scripts/server-code.mjs'

/** The bundle of a thread of the server, for what starts it. */
export const workerUrl = (name: ServerCode): URL => pathToFileURL(serverCode(name))
