export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const nothing: Counts
export function add(left: Counts, right: Counts): Counts
export function countOfTool(exitCode: number): Counts
export function countOfRunner(reportPath: string, exitCode: number, read: (report: never) => Counts, options?: { readonly mayRunNothing?: boolean }): Counts
export function readVitest(report: {
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[]
}): Counts
export function readPlaywright(report: {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number; readonly skipped: number }
  readonly errors?: readonly unknown[]
}): Counts
export interface Suite {
  readonly specs?: readonly unknown[]
  readonly suites?: readonly Suite[]
}
export function countListed(list: { readonly suites: readonly Suite[] }): number
