import { Alert, Button, Flex, Skeleton } from 'antd'
import { Dialog } from '../../ui/Dialog.tsx'
import { drawPage, type FieldValues } from '#shared/features/paper/drawing.ts'
import type { LayoutPage } from '#shared/features/paper/layout.ts'
import { layOutBallot } from '#shared/features/paper/layoutBallot.ts'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { FailureState } from '../../ui/FailureState.tsx'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../ui/print/usePrintJob.tsx'
import { ballotContentOfForm } from './editor/activityDraft.ts'
import { type ActivityForm, isElection } from './editor/activityForm.ts'
import styles from './activity.module.css'
import { parseTime } from '#shared/time/chinaTime.ts'

/** Fields that only a printed paper has. */
const unfilled: FieldValues = { place: '', number: '', area: '', code: '' }

/** The ballot for a form, laid out as for printing. */
export function pagesOfForm(form: ActivityForm, estateName: string): readonly LayoutPage[] {
  return layOutBallot(ballotContentOfForm(form, estateName)).pages
}

interface DraftPreviewProps {
  readonly form: ActivityForm
  readonly estateName: string
  readonly onClose: () => void
}

/** The ballot as it would be printed for the current form, saved or not. */
export function DraftPreview({ form, estateName, onClose }: DraftPreviewProps) {
  const name = `${estateName || '小区'}_${form.title.trim() || '表决票'}_表决票样`
  return <PreviewDialog name={name} pages={pagesOfForm(form, estateName)} missing={missingOnBallot(form)} onClose={onClose} />
}

interface StoredPreviewProps {
  readonly activity: { readonly id: string; readonly title: string; readonly estateName: string }
  readonly onClose: () => void
}

/** The ballot of a stored activity: the layout of its papers, or the future one. */
export function StoredPreview({ activity, onClose }: StoredPreviewProps) {
  const { data, error, refetch } = useEndpoint('paper.layout', { query: { activityId: activity.id } })
  const name = `${activity.estateName}_${activity.title}_表决票样`
  return (
    <PreviewDialog
      name={name}
      pages={data?.layout.pages ?? null}
      failure={error?.message ?? null}
      onRetry={() => void refetch()}
      missing=""
      onClose={onClose}
    />
  )
}

interface PreviewDialogProps {
  readonly name: string
  /** null while loading. */
  readonly pages: readonly LayoutPage[] | null
  readonly failure?: string | null
  readonly onRetry?: () => void
  readonly missing: string
  readonly onClose: () => void
}

function PreviewDialog({ name, pages, failure = null, onRetry, missing, onClose }: PreviewDialogProps) {
  const printing = usePrintJob({
    name,
    prepare: () => Promise.resolve(pages ?? []),
    render: (shown) => <BallotPages pages={shown} />,
  })
  return (
    <Dialog
      title="表决票预览"
      open
      width="min(900px, 94vw)"
      centered
      footer={
        <Flex gap="small" justify="flex-end">
          <PrintButtons printing={printing} reason={null} />
          <Button onClick={onClose}>关闭</Button>
        </Flex>
      }
      onCancel={onClose}
    >
      {missing === '' ? null : <Alert className={styles.sheetMissing} type="warning" showIcon title={missing} />}
      <div className={styles.sheetPlace} tabIndex={0} role="region" aria-label="表决票">
        {pages !== null ? (
          <BallotPages pages={pages} />
        ) : failure !== null ? (
          <FailureState sentence={failure} onRetry={() => onRetry?.()} />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </div>
    </Dialog>
  )
}

/** The pages of a ballot, fitted to the available width, each overprinted with 样张 so that it cannot pass for a paper. */
export function BallotPages({ pages }: { readonly pages: readonly LayoutPage[] }) {
  return (
    <div className={styles.sheets}>
      {pages.map((page, index) => (
        <div key={index} className={styles.sheet}>
          {/* Every text of a layout is escaped where it is drawn. */}
          <div dangerouslySetInnerHTML={{ __html: drawPage(page, unfilled, null) }} />
          <span className={styles.sheetMark} aria-hidden>
            样张
          </span>
        </div>
      ))}
    </div>
  )
}

/** Lists the empty fields that the preview cannot show as printed; `''` if none. */
function missingOnBallot({ countingRule, startsAt, endsAt, topics }: ActivityForm): string {
  const missing = [
    ...(countingRule === null ? ['计票方式（样张暂按双过半、仅计收回票）'] : []),
    ...(parseTime(startsAt) === null || parseTime(endsAt) === null ? ['投票时间'] : []),
    ...(topics.some((topic) => isElection(topic) && topic.seats === null) ? ['应选名额'] : []),
  ]
  return missing.length === 0 ? '' : `还没有填写：${missing.join('、')}`
}
