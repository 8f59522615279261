// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly answers: string
  readonly live: string
  readonly marked: string
  readonly open: string
  readonly records: string
  readonly status: string
}
export default styles
