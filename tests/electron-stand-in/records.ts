/** What the app asked of the absent desktop, for specs: `globalThis.standIn` in the main process. */
export interface Records {
  /** Notifications that were shown, oldest first. */
  readonly notifications: { readonly title: string; readonly body: string }[]
  /** Addresses, files and folders handed to other programs. */
  readonly opened: { readonly by: 'openExternal' | 'openPath' | 'showItemInFolder'; readonly target: string }[]
  /** Requested dialogs with their options. */
  readonly dialogs: { readonly method: string; readonly options: unknown }[]
  /** Printed documents as PDFs, with the options. */
  readonly printed: { readonly options: unknown; readonly pdf: Uint8Array }[]
  /** Handlers and rules set on sessions. */
  readonly sessions: { readonly method: string; readonly value: unknown }[]
}

export function createRecords(): Records {
  return { notifications: [], opened: [], dialogs: [], printed: [], sessions: [] }
}
