// The component library's style sheet in two parts: see build/scripts/component-styles.mjs.
declare module 'component-styles/start.css'
declare module 'component-styles/rest.css?url' {
  const address: string
  export default address
}
