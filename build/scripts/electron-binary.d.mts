export const standInFolder: string
export function findElectron(): string | null
export function obtainElectron(): Promise<string | null>
export function hasDisplay(): boolean
export function electronVariables(): Partial<Record<'ELECTRON_OVERRIDE_DIST_PATH' | 'ELECTRON_EXEC_PATH', string>>
