import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { divideStyles } from '../../../build/patches/antd-styles.mjs'

describe('the component library’s style sheet', () => {
  it('is divided by the component whose rule it is: the first that a selector names', () => {
    const button = '.ant-btn{color:red}'
    const inTable = '.ant-table .ant-btn{color:blue}'
    const inForm = '.ant-form .ant-table{color:green}'
    expect(divideStyles(button + inTable + inForm)).toEqual({ start: button + inForm, rest: inTable })
  })

  it.each(['.ant-input{}', '.ant-input-outlined{}', '.ant-col{}', 'a{}', '.anticon{}', '@keyframes antZoomIn{0%{opacity:0}}'])(
    '%s is there from the start',
    (rule) => expect(divideStyles(rule)).toEqual({ start: rule, rest: '' }),
  )

  it.each([
    '.ant-input-number{}',
    '.ant-col-xs-24{}',
    '.ant-table{}',
    '.ant-formula{}',
    '@media (min-width: 576px){.ant-col-sm-1{}}',
    '.css-var-x{--ant-blue:#1677ff}',
  ])('%s waits', (rule) => expect(divideStyles(rule)).toEqual({ start: '', rest: rule }))

  it('fits the installed version: no rule is lost, the order within each part stays, and two thirds can wait', () => {
    const sheet = readFileSync('node_modules/antd/dist/antd.css', 'utf8')
    const { start, rest } = divideStyles(sheet)
    expect(start.length + rest.length).toBe(sheet.length)
    expect(start.length).toBeGreaterThan(100_000)
    expect(start.length).toBeLessThan(sheet.length / 3)
    expect(divideStyles(start)).toEqual({ start, rest: '' })
    expect(divideStyles(rest)).toEqual({ start: '', rest })
  })
})
