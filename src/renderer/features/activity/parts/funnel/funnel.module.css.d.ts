// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly bar: string
  readonly compact: string
  readonly entered: string
  readonly funnel: string
  readonly handMarked: string
  readonly late: string
  readonly none: string
  readonly notMade: string
  readonly notSent: string
  readonly swatch: string
  readonly toEnter: string
  readonly withOwner: string
}
export default styles
