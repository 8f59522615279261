// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly actions: string
  readonly address: string
  readonly changed: string
  readonly cover: string
  readonly found: string
  readonly groups: string
  readonly label: string
  readonly largeGroups: string
  readonly server: string
  readonly sheet: string
  readonly typed: string
  readonly ways: string
  readonly where: string
}
export default styles
