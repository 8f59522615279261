// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly bar: string
  readonly barWords: string
  readonly counts: string
  readonly elected: string
  readonly election: string
  readonly mark: string
  readonly markElected: string
  readonly markOther: string
  readonly markTied: string
  readonly order: string
  readonly other: string
  readonly part: string
  readonly table: string
  readonly tie: string
  readonly tied: string
  readonly track: string
}
export default styles
