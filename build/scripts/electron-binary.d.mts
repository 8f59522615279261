export const standInFolder: string
export function findElectron(): string | null
export function obtainElectron(): Promise<string | null>
export function hasDisplay(): boolean
export function electronVariables(): Partial<Record<'ELECTRON_OVERRIDE_DIST_PATH' | 'ELECTRON_EXEC_PATH', string>>
export interface SandboxSystem {
  readonly platform: NodeJS.Platform
  readonly uid: number | undefined
  readonly kernel: (file: string) => string | null
  readonly isSetuidRoot: (file: string) => boolean
}
export function sandboxProblem(electron: string, system?: Partial<SandboxSystem>): string | null
export function electronLaunch(
  electron: string,
  root: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[]; readonly options: { readonly windowsHide: boolean } }
