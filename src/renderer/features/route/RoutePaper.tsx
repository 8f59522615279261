import type { Activity } from '#shared/features/activity/contract.ts'
import { doorInWords } from '#shared/features/property/categories.ts'
import type { PrintedDoor, PrintedRoute } from '#shared/features/route/contract.ts'
import { routePlanNames, routeWayNames, type RouteBy, type RoutePlanKind } from '#shared/features/route/rules.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { minutesOf } from '../../ui/moments.ts'
import { formatArea, formatCount } from '../../ui/numbers.ts'
import { PrintedPage, Signatures } from '../../ui/print/PrintedPage.tsx'
import { SeparatedText } from '../../ui/SeparatedText.tsx'
import { contactWords, inHandWords } from './parts/routeWords.ts'
import styles from './route.module.css'

interface RoutePaperProps {
  readonly activity: Activity
  readonly kind: RoutePlanKind
  readonly by: RouteBy
  readonly margin: number
  /** The purpose of unmasked phones; `''`: masked. */
  readonly purpose: string
  readonly route: PrintedRoute
  readonly madeAt: Date
}

/** A printed route: by unit, with checkboxes and a signature line. */
export function RoutePaper({ activity, kind, by, margin, purpose, route, madeAt }: RoutePaperProps) {
  const { units, fewest, proof, inHand } = route
  const doors = units.flatMap((unit) => unit.doors)
  const area = doors.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0)
  const starts = units.map((_, index) => units.slice(0, index).reduce((sum, unit) => sum + unit.doors.length, 0))
  return (
    <PrintedPage
      title={activity.title}
      kind={routePlanNames[kind]}
      facts={[
        { name: '小区', value: activity.estateName },
        { name: '截止时间', value: minutesOf(activity.endsAt) },
        { name: '至少还需', value: `${formatCount(fewest)} 户（${proof}）${inHand.count === 0 ? '' : `，${inHandWords(inHand.count)}`}`, isWide: true },
        {
          name: '本表',
          value: `${formatCount(doors.length)} 户，${formatCount(units.length)} 个单元，${formatArea(area)}㎡；${routeWayNames[by]}，余量 ${margin}%，不看投票意见`,
          isWide: true,
        },
        ...(purpose === '' ? [] : [{ name: '用途', value: `${purpose}（含完整手机号，请妥善保管）`, isWide: true }]),
      ]}
    >
      <table className={styles.paper}>
        <thead>
          <tr>
            <th className="printed-page-number">序号</th>
            <th>房屋</th>
            <th>产权人</th>
            <th>手机号</th>
            <th className="printed-page-number">面积(㎡)</th>
            <th>最近联系</th>
            <th>结果</th>
            <th>签名</th>
          </tr>
        </thead>
        <tbody>
          {units.map(({ path, doors: own }, index) => (
            <Unit key={path} path={path} doors={own} first={(starts[index] ?? 0) + 1} now={madeAt.getTime()} />
          ))}
        </tbody>
      </table>
      <Signatures names={['走访人', '核对人']} />
    </PrintedPage>
  )
}

const results = ['已办', '不在', '拒绝'] as const

interface UnitProps {
  readonly path: string
  readonly doors: readonly PrintedDoor[]
  /** The number of the unit's first door. */
  readonly first: number
  readonly now: number
}

function Unit({ path, doors, first, now }: UnitProps) {
  return (
    <>
      <tr className={styles.paperUnit}>
        <th colSpan={8}>
          {pathInWords(path)}　{formatCount(doors.length)} 户
        </th>
      </tr>
      {doors.map((door, index) => (
        <tr key={door.ballotId}>
          <td className="printed-page-number">{formatCount(first + index)}</td>
          <td>
            {door.place}
            {doorInWords(door) === '' ? null : <div className="quiet">{doorInWords(door)}</div>}
          </td>
          <td>
            <SeparatedText text={door.ownerName} />
          </td>
          <td>
            <SeparatedText text={door.phone} />
          </td>
          <td className="printed-page-number">{formatArea(door.areaHundredths)}</td>
          <td>{contactWords(door, now)}</td>
          <td className={styles.paperBoxes}>
            {results.map((result) => (
              <span key={result}>□{result}</span>
            ))}
          </td>
          <td />
        </tr>
      ))}
    </>
  )
}
