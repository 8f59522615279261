/** Messages from a page to the main process. */
export type FromPage =
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly payload: string }
  | { readonly kind: 'send'; readonly channel: string; readonly payload: string }
  | {
      readonly kind: 'open'
      readonly address: string
      readonly frameName: string
      readonly features: string
      readonly disposition: 'foreground-tab' | 'new-window'
    }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'preloadFailed'; readonly message: string }

/** Messages from the main process to a page. Payloads are codec text: an array of arguments, or one value. */
export type ToPage =
  | { readonly kind: 'answer'; readonly id: number; readonly payload: string }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly payload: string }

/** Configuration of the script in the page. */
export interface PageConfiguration {
  /** The global function that sends text to the main process. */
  readonly binding: string
  /** The global function that the main process calls with text. */
  readonly receiver: string
  readonly platform: string
  readonly arch: string
  readonly versions: Readonly<Record<string, string | undefined>>
}
