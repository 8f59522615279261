import { describe, expect, it } from 'vitest'
import { packRows } from '../../../../src/server/workbooks/rowBatch.ts'
import { createRowFeed, RowsLateError, type RowFeed } from '../../../../src/server/workbooks/rowFeed.ts'

interface Row {
  readonly row: number
  readonly name: string
}
const batch = (...numbers: number[]) => packRows(numbers.map((row) => ({ row, name: `张三\ud800${row}` })))

async function numbersOf(feed: RowFeed<Row>, patience?: number): Promise<number[][]> {
  const all: number[][] = []
  for await (const rows of feed.rows(patience)) all.push(rows.map(({ row }) => row))
  return all
}

describe('rows that are used while further ones are read', () => {
  it('are given as they come, to the end', async () => {
    const feed = createRowFeed<Row>()
    const taken = numbersOf(feed)
    feed.add(batch(2, 3))
    await feed.begun
    expect([feed.hasEnded, feed.count]).toEqual([false, 2])
    setImmediate(() => {
      feed.add(batch(4))
      feed.end()
    })
    expect(await taken).toEqual([[2, 3], [4]])
    expect([feed.hasEnded, feed.count]).toEqual([true, 3])
  })

  it('are whole, whatever their texts hold', async () => {
    const feed = createRowFeed<Row>()
    feed.add(batch(2))
    feed.end()
    for await (const rows of feed.rows()) expect(rows).toEqual([{ row: 2, name: '张三\ud8002' }])
  })

  it('have begun where none will come', async () => {
    const feed = createRowFeed<Row>()
    feed.end()
    await feed.begun
    expect(await numbersOf(feed)).toEqual([])
  })

  it('are waited for no longer than was said, and can then be asked for again', async () => {
    const feed = createRowFeed<Row>()
    feed.add(batch(2))
    await expect(numbersOf(feed, 5)).rejects.toThrow(RowsLateError)
    feed.add(batch(3))
    feed.end()
    expect(await numbersOf(feed, 5)).toEqual([[2], [3]])
  })

  it('take no memory once they are cleared', () => {
    const feed = createRowFeed<Row>()
    const one = batch(2)
    feed.add(one)
    feed.clear()
    expect(one.bytes.buffer.detached).toBe(true)
  })
})
