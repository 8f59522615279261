export function classesOf(css: string): string[]
export function declarationOf(css: string): string
