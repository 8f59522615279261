import { Flex } from 'antd'
import type { ReactNode } from 'react'

interface SectionHeadProps {
  readonly title: string
  /** Actions for the whole section. */
  readonly children?: ReactNode
}

/** The heading of a section. */
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

/** A list of records, each with a head and its facts, for records too wide for a table. */
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

/** The first line of an item in a {@link RecordList}. */
export function RecordHead({ children, acts }: RecordHeadProps) {
  return (
    <div className="record-head">
      {children}
      <span className="record-acts">{acts}</span>
    </div>
  )
}

/** The facts of an item in a {@link RecordList}: alternating `dt` and `dd`. */
export function RecordFacts({ children }: { readonly children: ReactNode }) {
  return <dl className="record-facts">{children}</dl>
}
