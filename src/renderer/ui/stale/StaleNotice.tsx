import { Alert, Button } from 'antd'
import { useEffect, useRef } from 'react'
import { TableHead } from '../TableHead.tsx'
import { Masked } from '../Masked.tsx'
import type { StaleField } from './staleForm.ts'
import './stale.css'

interface StaleNoticeProps {
  /** A new list for each refusal; if empty, only other fields have changed. */
  readonly fields: readonly StaleField[]
  /** Keys of the fields whose typed contents were replaced by the other user's. */
  readonly taken: ReadonlySet<string>
  readonly onTake: (field: StaleField) => void
}

/** Shows that another user has changed a form's subject since it was opened: the differing fields, and whose contents the form has. */
export function StaleNotice({ fields, taken, onTake }: StaleNoticeProps) {
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef<readonly StaleField[]>(null)
  useEffect(() => {
    if (seen.current === fields) return
    seen.current = fields
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [fields])
  return (
    <div ref={place} className="stale-notice">
      <Alert
        type="warning"
        showIcon
        role="alert"
        title="已被他人修改，还没有提交。您填写的内容都在，请核对后再次提交"
        description={fields.length === 0 ? '对方改动的内容与您填写的没有不同。' : <StaleTable fields={fields} taken={taken} onTake={onTake} />}
      />
    </div>
  )
}

function StaleTable({ fields, taken, onTake }: StaleNoticeProps) {
  return (
    <table className="stale-table" aria-label="与他人修改的不同">
      <TableHead columns={['项目', '他人改为', '您填写的', '再次提交时']} />
      <tbody>
        {fields.map((field) => (
          <tr key={field.key}>
            <th scope="row">{field.label}</th>
            <td>
              <Words kind={field.kind} text={field.theirs} />
            </td>
            <td>{field.isTyped ? <Words kind={field.kind} text={field.yours} /> : <span className="stale-untouched">没有改动</span>}</td>
            <td>
              {!field.isTyped || taken.has(field.key) ? (
                '用他人的'
              ) : (
                <>
                  用您填写的{' '}
                  <Button type="link" size="small" aria-label={`${field.label}改用他人的`} onClick={() => onTake(field)}>
                    改用他人的
                  </Button>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Words({ kind, text }: Pick<StaleField, 'kind'> & { readonly text: string }) {
  if (text === '') return <span className="stale-untouched">未填写</span>
  return kind === 'text' ? <span className="stale-words">{text}</span> : <Masked kind={kind} text={text} />
}
