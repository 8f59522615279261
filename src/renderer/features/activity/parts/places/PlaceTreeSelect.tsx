import { Flex, Input, Tree } from 'antd'
import { useState } from 'react'
import type { PlaceNode } from '#shared/features/estate/contract.ts'
import { LineAct } from '../../../../app-context/Act.tsx'
import { formatCount } from '../../../../ui/numbers.ts'
import { knownPaths, matchingPaths, nodesOf, topPaths } from '../../../property/parts/placeTree.ts'
import styles from './placeTree.module.css'

interface PlaceTreeSelectProps {
  /** The estate's places (`estate.places`); with counts, nodes show their number of properties. */
  readonly tree: readonly PlaceNode[]
  /** The paths of the selected branches or units. */
  readonly value?: readonly string[]
  /** Called with the fewest paths that cover what is checked, in reading order. */
  readonly onChange?: (paths: string[]) => void
  /** Accessible name. */
  readonly label: string
  /** From Form.Item; also used to scroll to an invalid field. */
  readonly id?: string
}

/** Trees with up to this many nodes are initially expanded. */
const OPEN_AT_FIRST = 60
const HEIGHT = 320

/** Selects periods, zones, buildings and units of an estate in a tree. */
export function PlaceTreeSelect({ tree, value = [], onChange, label, id }: PlaceTreeSelectProps) {
  const nodes = nodesOf(tree)
  const [opened, setOpened] = useState<readonly string[]>(() => (nodes.length <= OPEN_AT_FIRST ? branchesOf(nodes) : tree.map(({ path }) => path)))
  const [term, setTerm] = useState('')
  const found = matchingPaths(tree, term)
  const search = (typed: string) => {
    setTerm(typed)
    if (typed.trim() !== '') setOpened([...matchingPaths(tree, typed)])
  }
  return (
    <div className={styles.tree} id={id} tabIndex={-1}>
      <Flex gap="small" align="center" wrap className={styles.tools}>
        <Input
          className={styles.search}
          allowClear
          placeholder="查找楼栋、单元"
          aria-label={`在${label}中查找`}
          value={term}
          onChange={(event) => search(event.target.value)}
        />
        <LineAct text="全选" onClick={() => onChange?.(tree.map(({ path }) => path))} />
        <LineAct text="清空" onClick={() => onChange?.([])} />
        <LineAct text="全部展开" onClick={() => setOpened(branchesOf(nodes))} />
        <LineAct text="全部收起" onClick={() => setOpened([])} />
      </Flex>
      <Tree
        aria-label={label}
        checkable
        selectable={false}
        virtual
        height={HEIGHT}
        treeData={toTreeData(tree)}
        checkedKeys={knownPaths(tree, value)}
        expandedKeys={[...opened]}
        onExpand={(keys) => setOpened(keys.map(String))}
        filterTreeNode={({ key }) => term.trim() !== '' && found.has(key)}
        onCheck={(keys) => onChange?.(topPaths(tree, new Set((Array.isArray(keys) ? keys : keys.checked).map(String))))}
      />
      {term.trim() !== '' && found.size === 0 ? <p className={styles.none}>没有找到“{term.trim()}”</p> : null}
    </div>
  )
}

function branchesOf(nodes: readonly PlaceNode[]): string[] {
  return nodes.filter(({ children }) => children.length > 0).map(({ path }) => path)
}

interface TreeData {
  readonly key: string
  readonly title: string
  readonly children: TreeData[]
}

function toTreeData(nodes: readonly PlaceNode[]): TreeData[] {
  return nodes.map(({ path, label, propertyCount, children }) => ({
    key: path,
    title: propertyCount === undefined ? label : `${label}（${formatCount(propertyCount)} 套）`,
    children: toTreeData(children),
  }))
}
