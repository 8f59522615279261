// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly body: string
  readonly code: string
  readonly exportWhat: string
  readonly head: string
  readonly line: string
  readonly more: string
  readonly notVoted: string
  readonly owner: string
  readonly pager: string
  readonly paper: string
  readonly place: string
  readonly rows: string
  readonly tools: string
  readonly totals: string
}
export default styles
