// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly body: string
  readonly columns: string
  readonly door: string
  readonly fewest: string
  readonly hint: string
  readonly margin: string
  readonly paper: string
  readonly paperBoxes: string
  readonly paperUnit: string
  readonly summary: string
  readonly tools: string
  readonly unit: string
  readonly unitName: string
  readonly units: string
}
export default styles
