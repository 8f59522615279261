/** What the app asked of a desktop that is not there, for specs to look at: `globalThis.standIn` in the main process. */
export interface Records {
  /** Notifications that were shown, oldest first. */
  readonly notifications: { readonly title: string; readonly body: string }[]
  /** What was handed to other programs: addresses, files, folders. */
  readonly opened: { readonly by: 'openExternal' | 'openPath' | 'showItemInFolder'; readonly target: string }[]
  /** Dialogs that were asked for, with their options. */
  readonly dialogs: { readonly method: string; readonly options: unknown }[]
  /** Documents that were sent to a printer, with the options, as PDFs. */
  readonly printed: { readonly options: unknown; readonly pdf: Uint8Array }[]
  /** Which session set which handlers and rules. */
  readonly sessions: { readonly method: string; readonly value: unknown }[]
}

export function createRecords(): Records {
  return { notifications: [], opened: [], dialogs: [], printed: [], sessions: [] }
}
