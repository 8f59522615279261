// The component library's style sheet in two parts: see build/patches/antd-styles.mjs.
declare module 'component-styles/start.css'
declare module 'component-styles/rest.css?url' {
  const address: string
  export default address
}
