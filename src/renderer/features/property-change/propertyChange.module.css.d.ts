// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly about: string
  readonly comment: string
  readonly decision: string
  readonly empty: string
  readonly own: string
  readonly photos: string
  readonly pictures: string
  readonly rosters: string
  readonly stale: string
}
export default styles
