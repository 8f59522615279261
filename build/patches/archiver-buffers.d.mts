import type { Plugin } from 'vite'

export function withoutNewBuffer(code: string): string
export function archiverBuffers(): Plugin
