import { Refusal } from '#shared/contract/refusals.ts'

/** What a new password must not be. */
export interface PasswordRules {
  /**
   * Refuses a password that is easily guessed, as the field of that name.
   *
   * @throws Refusal `account.passwordTooSimple` (400) for a common one, whatever its case, and for one that holds the username or the phone
   */
  check(password: string, owner: { readonly username: string; readonly phone: string }, field: 'password' | 'newpassword'): void
}

/** @param isCommon whether a password, in lower case, is one of those that are tried first */
export function createPasswordRules(isCommon: (password: string) => boolean): PasswordRules {
  return {
    check(password, { username, phone }, field) {
      const typed = password.normalize('NFKC').toLowerCase()
      const held = [username.toLowerCase(), phone].filter((part) => part !== '')
      if (isCommon(typed) || held.some((part) => typed.includes(part))) throw new Refusal('account.passwordTooSimple', { field })
    },
  }
}
