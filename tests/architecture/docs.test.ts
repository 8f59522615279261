import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const readmes = ['README.md', ...['server', 'renderer', 'main', 'shared', 'recount'].map((layer) => `src/${layer}/README.md`), 'tests/README.md']
const pages = [...readmes, ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : []))]
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')

/** The project files that a page links to, relative to the project's root. */
const linksIn = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, target = '']) => join(dirname(page), target).replaceAll('\\', '/'))

/** Paths in backticks; one with a placeholder (`<feature>`, `0NN`, `{a,b}`, `*`) matches several. */
const pathsIn = (page: string): string[] =>
  [...textOf(page).matchAll(/`((?:src|tests|build|docs|\.github)\/[^`]*)`/g)].flatMap(([, path = '']) => (/[<{*…\s]|0NN/.test(path) ? [] : [path]))

describe('the documentation pages', () => {
  it('contain no broken links', () => {
    const missing = pages.flatMap((page) => linksIn(page).flatMap((target) => (existsSync(join(root, target)) ? [] : [`${page}: ${target}`])))
    expect(missing).toEqual([])
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(15)
  })

  it('name only paths that exist', () => {
    const missing = pages.flatMap((page) => pathsIn(page).flatMap((path) => (existsSync(join(root, path)) ? [] : [`${page}: ${path}`])))
    expect(missing).toEqual([])
    expect(pages.flatMap(pathsIn).length).toBeGreaterThan(40)
  })
})
