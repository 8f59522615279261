import { InputNumber, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { MAX_MARGIN, routeWayNames, routeWays, type RouteBy } from '#shared/features/route/rules.ts'
import type { RouteChoice } from './parts/routeChoice.ts'
import styles from './route.module.css'

interface RouteWayProps extends Pick<RouteChoice, 'by' | 'margin'> {
  readonly onChoose: (change: Partial<RouteChoice>) => void
}

/** Few units or few doors, and how many doors more than the fewest. */
export function RouteWay({ by, margin, onChoose }: RouteWayProps) {
  return (
    <>
      <Radio.Group
        aria-label="路线方式"
        optionType="button"
        value={by}
        options={routeWays.map((value) => ({ value, label: routeWayNames[value] }))}
        onChange={(event) => onChoose({ by: event.target.value as RouteBy })}
      />
      <MarginField margin={margin} onChoose={(chosen) => onChoose({ margin: chosen })} />
    </>
  )
}

/** A plan is made for each margin: only for one at which the typing rests. */
const PAUSE_MS = 600
const STEP = 10

function MarginField({ margin, onChoose }: { readonly margin: number; readonly onChoose: (margin: number) => void }) {
  const [typed, setTyped] = useState<number | null>(margin)
  useEffect(() => {
    if (typed === null || typed === margin) return undefined
    const timer = setTimeout(() => onChoose(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  })
  return (
    <label className={styles.margin}>
      余量
      <InputNumber<number>
        aria-label="余量"
        value={typed}
        min={0}
        max={MAX_MARGIN}
        step={STEP}
        precision={0}
        suffix="%"
        onChange={setTyped}
        onBlur={() => setTyped(typed ?? margin)}
      />
      <span className={styles.hint}>考虑到有人不在家，多走的户数</span>
    </label>
  )
}
