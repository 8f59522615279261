import { Refusal } from '#shared/contract/refusals.ts'

/** Rules for new passwords. */
export interface PasswordRules {
  /**
   * Refuses an easily guessed password, reported on that field.
   *
   * @throws Refusal `account.passwordTooSimple` (400) for a common one, ignoring case, and for one containing the username or the phone
   */
  check(password: string, owner: { readonly username: string; readonly phone: string }, field: 'password' | 'newpassword'): void
}

/** @param isCommon whether a password, in lower case, is among the first that an attacker tries */
export function createPasswordRules(isCommon: (password: string) => boolean): PasswordRules {
  return {
    check(password, { username, phone }, field) {
      const typed = password.normalize('NFKC').toLowerCase()
      const held = [username.toLowerCase(), phone].filter((part) => part !== '')
      if (isCommon(typed) || held.some((part) => typed.includes(part))) throw new Refusal('account.passwordTooSimple', { field })
    },
  }
}
