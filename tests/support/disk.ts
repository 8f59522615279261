import type { Program } from './program.ts'

/**
 * Makes every call of that name fail as with a full disk, a locked folder or another program.
 *
 * @param code the system's: `EACCES`, `ENOSPC`, `EBUSY`
 * @returns a function that restores it
 */
export async function breakDisk({ app }: Program, call: 'open' | 'rename' | 'readFile', code: string): Promise<() => Promise<void>> {
  await app.evaluate(
    (_electron, broken) => {
      const disk = process.getBuiltinModule('fs/promises')
      const { open, rename, readFile } = disk
      Object.assign(globalThis, { wholeDisk: { open, rename, readFile } })
      Object.assign(disk, { [broken.call]: () => Promise.reject(Object.assign(new Error(broken.code), { code: broken.code })) })
      process.getBuiltinModule('module').syncBuiltinESMExports()
    },
    { call, code },
  )
  return () =>
    app.evaluate(() => {
      Object.assign(process.getBuiltinModule('fs/promises'), (globalThis as unknown as { wholeDisk: object }).wholeDisk)
      process.getBuiltinModule('module').syncBuiltinESMExports()
    })
}
