import { Alert, Form, Progress, Radio } from 'antd'
import { Act } from '../../app-context/Act.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { pathInWords } from '#shared/place/placeText.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { formatCount } from '../../ui/numbers.ts'
import { PlaceTreeSelect } from '../activity/parts/places/PlaceTreeSelect.tsx'
import { unitOptions, type PlaceOption } from '../delivery/parts/places/unitCascade.ts'
import { paperMakingReads } from './paperReads.ts'
import styles from './paper.module.css'

/** Papers just issued; shown until dismissed. */
export interface Issued {
  readonly count: number
  readonly skipped: number
  readonly scope: string
}

interface IssueDialogProps {
  readonly activity: Activity
  readonly onClose: () => void
  readonly onIssued: (issued: Issued) => void
}

interface Node {
  readonly path: string
  readonly label: string
  readonly children: Node[]
}
const nodeOf = ({ value, label, children = [] }: PlaceOption): Node => ({ path: value, label, children: children.map(nodeOf) })

const WHOLE = ['']

function scopeInWords(paths: readonly string[]): string {
  if (paths === WHOLE) return '整个清册'
  return `${paths.slice(0, 3).map(pathInWords).join('、')}${paths.length > 3 ? ` 等 ${paths.length} 处` : ''}`
}

/** 生成选票: for the whole roster, or selected buildings and units; shows the number of papers beforehand. */
export function IssueDialog({ activity, onClose, onIssued }: IssueDialogProps) {
  const activityId = activity.id
  const [isWhole, setIsWhole] = useState(true)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const paths = isWhole ? WHOLE : chosen
  const units = useEndpoint('voting.unitPaths', { query: { activityId } })
  const tree = unitOptions(units.data ?? []).map(nodeOf)
  const preview = useEndpoint('paper.issuable', { body: { activityId, paths: [...paths], ballotIds: [] } }, { enabled: paths.length > 0 })
  const issue = useSend('paper.issue', { refreshes: paperMakingReads })
  const toIssue = paths.length === 0 || preview.data === undefined ? 0 : preview.data.toIssue
  const submit = async () => {
    const sent = await issue.send({ body: { activityId, paths: [...paths], ballotIds: [] } })
    if (!sent.ok) {
      void preview.refetch()
      return
    }
    onIssued({ count: sent.value.issued, skipped: sent.value.skipped, scope: scopeInWords(paths) })
    onClose()
  }
  return (
    <Dialog
      open
      title="生成选票"
      width="46rem"
      onCancel={onClose}
      isBusy={issue.isSending}
      okText={toIssue > 0 ? `生成 ${formatCount(toIssue)} 份` : '生成'}
      okButtonProps={{ disabled: toIssue === 0, loading: issue.isSending }}
      onOk={() => void submit()}
    >
      <Form layout="vertical">
        <Form.Item label="生成范围">
          <Radio.Group
            value={isWhole}
            disabled={issue.isSending}
            onChange={(event) => setIsWhole(event.target.value === true)}
            options={[
              { value: true, label: '整个清册' },
              { value: false, label: '选择楼栋、单元' },
            ]}
          />
        </Form.Item>
        {isWhole ? null : units.data ? (
          <PlaceTreeSelect tree={tree} value={chosen} onChange={setChosen} label="楼栋、单元" />
        ) : (
          <Awaited of={units} rows={4} isShort />
        )}
      </Form>
      <div className={styles.dialogStatus} role="status">
        {issue.isSending ? (
          <Progress percent={100} status="active" showInfo={false} aria-label="生成进度" />
        ) : (
          <Preview
            isChosen={paths.length > 0}
            failure={preview.error?.message ?? null}
            onRetry={() => void preview.refetch()}
            counts={preview.data}
            isStarted={activity.status !== ActivityStatus.notStarted}
          />
        )}
        {issue.isSending ? <p>正在编号，要么全部生成，要么一份也不生成，请稍候…</p> : null}
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  readonly isChosen: boolean
  readonly failure: string | null
  readonly onRetry: () => void
  readonly isStarted: boolean
  readonly counts: { readonly toIssue: number; readonly withPaper: number; readonly withVote: number } | undefined
}

/** The number of papers to issue, and what is skipped and why. */
function Preview({ isChosen, failure, onRetry, isStarted, counts }: PreviewProps) {
  if (!isChosen) return <Alert type="info" showIcon title="请选择要生成的楼栋、单元" />
  if (failure !== null) return <Alert type="error" showIcon title={failure} action={<Act text="重试" size="small" onClick={onRetry} />} />
  if (!counts) return <Alert type="info" showIcon title="正在统计…" />
  const { toIssue, withPaper, withVote } = counts
  const skipped = [...(withPaper > 0 ? [`${formatCount(withPaper)} 票已有选票`] : []), ...(withVote > 0 ? [`${formatCount(withVote)} 票已投票`] : [])]
  const left = skipped.length === 0 ? '' : `；${skipped.join('，')}，不再生成`
  return (
    <Alert
      type={toIssue > 0 ? 'info' : 'warning'}
      showIcon
      title={toIssue > 0 ? `将生成 ${formatCount(toIssue)} 份选票，每票一份${left}` : `没有可以生成的选票${left}`}
      description={
        toIssue > 0
          ? `生成后${isStarted ? '' : '活动内容、议题和投票范围不能再修改，'}这些票权不能再合并、拆分，直到选票作废。编号由程序生成，不会重复。`
          : null
      }
    />
  )
}
