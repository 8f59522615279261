// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly body: string
  readonly cells: string
  readonly changed: string
  readonly counts: string
  readonly draft: string
  readonly filter: string
  readonly flips: string
  readonly head: string
  readonly heading: string
  readonly mark: string
  readonly nothing: string
  readonly others: string
  readonly pages: string
  readonly present: string
}
export default styles
