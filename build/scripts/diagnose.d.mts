export function diagnosis(userData: string): Promise<Record<string, string>>
