import type { Plugin } from 'vite'

export function divideStyles(css: string): { readonly start: string; readonly rest: string }
export function antdStyles(): Plugin
