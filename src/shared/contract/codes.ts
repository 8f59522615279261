/** Answer codes (`wire.md` section 1). */
export const Code = {
  done: 200,
  invalid: 400,
  wrongApplication: 401,
  ruleSaysNo: 402,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  wrongType: 415,
  otherContract: 426,
  tooMany: 429,
  notLoggedIn: 443,
  loggedOut: 444,
  unconfirmed: 445,
  failed: 500,
} as const
export type RefusalCode = Exclude<(typeof Code)[keyof typeof Code], 200>
