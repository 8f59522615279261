// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly accept: string
  readonly consequence: string
  readonly danger: string
  readonly dialog: string
  readonly figures: string
  readonly missing: string
  readonly outlook: string
  readonly quorum: string
  readonly quorumError: string
  readonly title: string
}
export default styles
