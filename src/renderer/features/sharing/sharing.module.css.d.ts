// Made by `npm run styles` from the style sheet beside it.
declare const styles: {
  readonly addresses: string
  readonly code: string
  readonly connected: string
  readonly firewall: string
  readonly form: string
  readonly known: string
  readonly network: string
}
export default styles
