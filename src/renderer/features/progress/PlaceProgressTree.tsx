import { Tree } from 'antd'
import { useState } from 'react'
import { formatCount } from '../../ui/numbers.ts'
import { pathsAboveBuildings, type ProgressNode } from './placeProgress.ts'
import styles from './progress.module.css'

interface PlaceProgressTreeProps {
  readonly root: ProgressNode
  /** The path of the branch whose rooms are shown. */
  readonly chosen: string
  readonly onChoose: (path: string) => void
}

interface TreeEntry {
  readonly key: string
  readonly node: ProgressNode
  readonly children: TreeEntry[]
}

const entryOf = (node: ProgressNode): TreeEntry => ({ key: node.path, node, children: node.children.map(entryOf) })

function titleOf({ node: { label, voted, total } }: TreeEntry) {
  return (
    <span className={styles.node}>
      <span className={styles.nodeLabel} title={label}>
        {label}
      </span>
      <span className={`${styles.nodeCount} tabular`}>
        {formatCount(voted)}/{formatCount(total)}
      </span>
    </span>
  )
}

/** The estate down to its units, each with 已投/总数. */
export function PlaceProgressTree({ root, chosen, onChoose }: PlaceProgressTreeProps) {
  const [expanded, setExpanded] = useState<readonly string[]>(() => pathsAboveBuildings(root))
  return (
    <nav className={styles.tree} aria-label="楼栋与单元">
      <div className={styles.treeHead} aria-hidden>
        <span>楼栋</span>
        <span>已投/总数（套）</span>
      </div>
      <Tree<TreeEntry>
        aria-label="楼栋与单元"
        blockNode
        treeData={[entryOf(root)]}
        expandedKeys={[...expanded]}
        onExpand={(keys) => setExpanded(keys.map(String))}
        selectedKeys={[chosen]}
        onSelect={(_, { node }) => onChoose(node.key)}
        titleRender={titleOf}
      />
    </nav>
  )
}
