import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { FieldValue } from '../../ui/comparison/ComparisonTable.tsx'
import type { StaleField } from './changes.ts'
import styles from './propertyChange.module.css'

interface StaleChangeNoticeProps {
  readonly fields: readonly StaleField[]
  /** Reads the request anew, after which it may be approved where its fields have been set right. */
  readonly onRefresh: () => void
}

/** The registry has changed since a request was submitted: which fields, from what to what, and what the request would write over it. */
export function StaleChangeNotice({ fields, onRefresh }: StaleChangeNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  // Whoever has scrolled down to the comment would not see it.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place}>
      <Alert
        className={styles.stale}
        type="error"
        showIcon
        role="alert"
        action={<Button onClick={onRefresh}>刷新</Button>}
        title="申请提交后房产信息已变化，没有写入任何内容"
        description={
          <>
            <p>请核对后选择“不同意”，并请申请人按现在的信息重新提交申请。</p>
            <table className="comparison" aria-label="申请提交后的变化">
              <thead>
                <tr>
                  <th scope="col">项目</th>
                  <th scope="col">申请时</th>
                  <th scope="col">现在</th>
                  <th scope="col">申请改为</th>
                </tr>
              </thead>
              <tbody>
                {fields.map(({ label, kind, before, now, wanted }) => (
                  <tr key={label}>
                    <th scope="row">{label}</th>
                    <td>
                      <FieldValue kind={kind} text={before} nothing="未填写" />
                    </td>
                    <td className="comparison-changed">
                      <FieldValue kind={kind} text={now} nothing="未填写" />
                    </td>
                    <td>
                      <FieldValue kind={kind} text={wanted} nothing="未填写" />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        }
      />
    </div>
  )
}
