// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly bar: string
  readonly figures: string
  readonly fill: string
  readonly missing: string
  readonly rate: string
  readonly reached: string
  readonly tick: string
  readonly track: string
  readonly turnout: string
}
export default styles
