import { Flex } from 'antd'
import type { ReactNode } from 'react'

interface SectionHeadProps {
  readonly title: string
  /** What can be done with the section as a whole. */
  readonly children?: ReactNode
}

/** The heading of a part of a page. */
export function SectionHead({ title, children }: SectionHeadProps) {
  return (
    <Flex className="section-head" align="center" justify="space-between" gap="middle">
      <h2>{title}</h2>
      {children}
    </Flex>
  )
}

interface RecordListProps<Item> {
  readonly label: string
  readonly items: readonly Item[]
  readonly children: (item: Item) => ReactNode
}

/** What was recorded, each with a head and its facts, where a table's row would be too narrow. */
export function RecordList<Item extends { readonly id: string }>({ label, items, children }: RecordListProps<Item>) {
  return (
    <ul className="record-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  )
}

interface RecordHeadProps {
  readonly children: ReactNode
  readonly acts?: ReactNode
}

/** The first line of one in a {@link RecordList}. */
export function RecordHead({ children, acts }: RecordHeadProps) {
  return (
    <div className="record-head">
      {children}
      <span className="record-acts">{acts}</span>
    </div>
  )
}

/** What is known of one in a {@link RecordList}: `dt` and `dd` in turn. */
export function RecordFacts({ children }: { readonly children: ReactNode }) {
  return <dl className="record-facts">{children}</dl>
}
