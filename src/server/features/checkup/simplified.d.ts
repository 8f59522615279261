/** Traditional characters with their simplified ones: `亂 乱|乾 干 乾`, the usual one first. The package has no types for it. */
declare module 'opencc-js/dict/TSCharacters' {
  const characters: string
  // oxlint-disable-next-line import/no-default-export -- as the package has it
  export default characters
}
