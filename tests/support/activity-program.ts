import type { Page } from '@playwright/test'
import { makeEstate, type MadeActivity, type PropertyRow } from './activities.ts'
import { makeActivityNow } from './http-activities.ts'
import { newFolder, programAt, type Program } from './program.ts'
import type { Proxy } from './proxy.ts'
import { httpClient, memberToken, startProcess, type HttpClient } from './server-process.ts'

/** A separate server with one activity, and a program using it, logged in as an administrator. */
export interface ActivityProgram {
  readonly url: string
  readonly client: HttpClient
  readonly activity: MadeActivity
  readonly program: Program
  readonly page: Page
  close(): Promise<void>
}

interface ActivityProgramOptions {
  readonly properties: readonly PropertyRow[]
  readonly estate: string
  /** Fields of the activity, at least its title. */
  readonly activity: Parameters<typeof makeActivityNow>[2]
  /** Runs on the server before the program starts. */
  readonly prepare?: (client: HttpClient, activity: MadeActivity) => Promise<unknown>
  /** Starts a proxy of the server for the program; absent: the program calls the server itself. */
  readonly through?: (serverUrl: string) => Promise<Pick<Proxy, 'url'>>
}

/** Starts a server with an estate and an activity over all its properties, and the program logged in as `admin_1`. */
export async function startWithActivity({ properties, estate, activity: body, prepare, through }: ActivityProgramOptions): Promise<ActivityProgram> {
  const server = await startProcess(['--data', newFolder()])
  const client = httpClient(server.url, await memberToken(server.url))
  const { estateId } = await makeEstate(client, properties, estate)
  const activity = await makeActivityNow(client, estateId, body)
  await prepare?.(client, activity)
  const program = await programAt((await through?.(server.url))?.url ?? server.url)
  return {
    url: server.url,
    client,
    activity,
    program,
    page: program.page,
    close: async () => {
      await program.close()
      await server.stop()
    },
  }
}
