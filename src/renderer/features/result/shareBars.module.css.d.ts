// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly absent: string
  readonly abstain: string
  readonly approve: string
  readonly delivered: string
  readonly invalid: string
  readonly line: string
  readonly lineName: string
  readonly oppose: string
  readonly pair: string
  readonly pairName: string
  readonly part: string
  readonly rate: string
  readonly row: string
  readonly shareBars: string
  readonly track: string
  readonly unit: string
  readonly word2: string
  readonly word3: string
  readonly words: string
}
export default styles
