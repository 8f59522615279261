import { Button } from 'antd'
import { useState } from 'react'
import type { Page } from '#shared/contract/page.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { formatCount } from '../numbers.ts'
import type { Selection } from '../useSelection.ts'

/** The PageTable props that it uses. */
interface TickedBandProps<Row> {
  readonly selection: Selection<Row>
  readonly query: { readonly data: Page<Row> | undefined }
  readonly rowKey: (row: Row) => string
  readonly everyRow?: ((pageNo: number) => Promise<Page<Row>>) | undefined
}

/** `已选 3 条`, over the first titles: in sight as long as they are, and no row moves when it comes. */
export function TickedBand<Row>(props: TickedBandProps<Row>) {
  const { ids, clear } = props.selection
  if (ids.length === 0) return null
  return (
    <div className="ticked-band">
      <div>
        <span className="quiet" ref={coverWholeTitles}>
          已选 {formatCount(ids.length)} 条
          <Button type="link" size="small" onClick={clear}>
            清空
          </Button>
          <TickAll {...props} />
        </span>
      </div>
    </div>
  )
}

/** The band ends where a title does, and cuts none. */
function coverWholeTitles(words: HTMLElement | null) {
  const band = words?.parentElement
  const table = words?.closest('.page-table')
  if (!words || !band || !table) return undefined
  const observer = new ResizeObserver(() => {
    const own = words.getBoundingClientRect()
    const ends = [...table.querySelectorAll('th')].map((title) => title.getBoundingClientRect().right).filter((end) => end >= own.right)
    // A hidden tab has no width; the last one is kept.
    if (own.width > 0 && ends.length > 0) band.style.width = `${Math.min(...ends) - band.getBoundingClientRect().left}px`
  })
  observer.observe(words)
  observer.observe(table)
  return () => observer.disconnect()
}

/** Limit for selecting all rows. */
const MAX_TICKED = 5_000

/** 选择全部: selects the rows of all pages, offered once those of the page are selected. */
function TickAll<Row>({ selection, query, rowKey, everyRow }: TickedBandProps<Row>) {
  const toasts = useToasts()
  const [isAsking, setIsAsking] = useState(false)
  const { data } = query
  if (!everyRow || !data || data.rows.length === 0) return null
  const isPageTicked = data.rows.every((row) => selection.ids.includes(rowKey(row)))
  if (!isPageTicked || selection.ids.length >= data.total) return null
  const tickAll = async () => {
    setIsAsking(true)
    try {
      const rows: Row[] = []
      for (let pageNo = 1; rows.length < data.total; pageNo++) {
        const page = await everyRow(pageNo)
        rows.push(...page.rows)
        if (page.rows.length === 0) break
      }
      selection.change(rows.map(rowKey), rows)
    } catch (error) {
      toasts.error(error)
    }
    setIsAsking(false)
  }
  if (data.total > MAX_TICKED) return <span>超过 {formatCount(MAX_TICKED)} 条，请先用条件筛选，再选择全部</span>
  return (
    <Button type="link" size="small" loading={isAsking} onClick={() => void tickAll()}>
      选择全部 {formatCount(data.total)} 条
    </Button>
  )
}
