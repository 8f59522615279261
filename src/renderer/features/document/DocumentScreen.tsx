import { Button, Select, Spin } from 'antd'
import { useState, useEffect, useRef } from 'react'
import { renderAsync } from 'docx-preview'
import type { Activity } from '#shared/features/activity/contract.ts'
import type { Objection } from '#shared/features/objection/contract.ts'
import { objectionKindNames, ObjectionStatus } from '#shared/features/objection/rules.ts'
import { documentKinds, documentWords, GAP, type DocumentKind } from '#shared/features/document/kinds.ts'
import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { LetterheadCard } from './LetterheadCard.tsx'
import { useDocumentSave } from './parts/useDocumentSave.ts'
import styles from './document.module.css'

/** 文书 (`paper.md` section 5): a vote's documents, previewed and saved as .docx. */
export function DocumentScreen() {
  return <ActivityPage>{(activity) => <ActivityDocuments key={activity.id} activity={activity} />}</ActivityPage>
}

interface Shown {
  readonly kind: DocumentKind
  /** The objection being answered; null if none. */
  readonly answered: Objection | null
  readonly bytes: Uint8Array
}

function ActivityDocuments({ activity }: { readonly activity: Activity }) {
  const [kind, setKind] = useState<DocumentKind | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const make = useSend('document.make', { refreshes: [], errors: 'caller' })
  const saving = useDocumentSave(activity)
  const [answered, setAnswered] = useState<Objection | null>(null)
  const query = { activityId: activity.id, status: null, condition: '', pageNo: 1, pageSize: MAX_PAGE_SIZE }
  const { data: objections } = useEndpoint('objection.list', { query })
  const choose = async (chosen: DocumentKind, objection: Objection | null = null) => {
    setKind(chosen)
    setShown(null)
    setAnswered(objection)
    if (chosen === 'objectionreply' && objection === null) return
    const made = await make.send({ query: { activityId: activity.id, kind: chosen, objectionId: objection?.id ?? '', jobId: '' } })
    if (made.ok) setShown({ kind: chosen, answered: objection, bytes: made.value.bytes })
  }
  const isToChoose = kind === 'objectionreply' && answered === null
  return (
    <PageFrame
      actions={
        <Button type="primary" disabled={shown === null} loading={saving.isRunning} onClick={() => shown && void saving.save(shown.kind, shown.answered)}>
          保存
        </Button>
      }
    >
      <LetterheadCard activityId={activity.id} onSaved={() => shown && void choose(shown.kind, shown.answered)} />
      <div className={styles.documents}>
        <ul className={styles.kinds} aria-label="文书种类">
          {documentKinds.map((each) => (
            <li key={each}>
              <button
                type="button"
                className={styles.kind}
                aria-pressed={each === kind}
                disabled={make.isSending || reasonAgainst(each, activity, objections?.rows) !== null}
                onClick={() => void choose(each)}
              >
                <span className={styles.name}>{documentWords[each].name}</span>
                <span className={styles.purpose}>{reasonAgainst(each, activity, objections?.rows) ?? documentWords[each].purpose}</span>
              </button>
              {each === 'objectionreply' && kind === each ? (
                <AnsweredSelect objections={objections?.rows ?? []} value={answered} onChange={(objection) => void choose(each, objection)} />
              ) : null}
            </li>
          ))}
        </ul>
        <div className={styles.place}>
          {make.isSending ? (
            <Spin className={styles.wait} size="large" />
          ) : isToChoose ? (
            <EmptyState text="请在左边选要答复的异议" />
          ) : kind !== null && make.failure ? (
            <FailureState sentence={make.failure.message} onRetry={() => void choose(kind, answered)} />
          ) : shown ? (
            <DocumentPreview key={`${shown.kind} ${shown.answered?.id ?? ''}`} name={documentWords[shown.kind].name} bytes={shown.bytes} />
          ) : (
            <EmptyState text="请在左边选一种文书" />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

/** Why a document cannot be made for an activity, or null; `objections` is undefined while loading. */
function reasonAgainst(kind: DocumentKind, { extensions }: Pick<Activity, 'extensions'>, objections: readonly Objection[] | undefined): string | null {
  if (kind === 'extension' && extensions.length === 0) return sentenceFor('document.noExtension')
  if (kind === 'correction' && objections?.every((objection) => !isCorrecting(objection))) return sentenceFor('document.noCorrection')
  return kind === 'objectionreply' && objections?.every(({ decisions }) => decisions.length === 0) ? '还没有裁定过异议，无需异议答复' : null
}

/** Whether an objection's corrections are in force. */
const isCorrecting = ({ status, decisions }: Objection): boolean => status === ObjectionStatus.justified && (decisions.at(-1)?.corrections.length ?? 0) > 0

interface AnsweredSelectProps {
  readonly objections: readonly Objection[]
  readonly value: Objection | null
  readonly onChange: (objection: Objection) => void
}

/** Selects the decided objection to answer. */
function AnsweredSelect({ objections, value, onChange }: AnsweredSelectProps) {
  return (
    <Select
      aria-label="要答复的异议"
      className={styles.answered}
      placeholder={sentenceFor('document.noObjection')}
      showSearch={{ optionFilterProp: 'label' }}
      value={value?.id}
      onChange={(id) => {
        const chosen = objections.find((objection) => objection.id === id)
        if (chosen) onChange(chosen)
      }}
      options={objections
        .filter(({ decisions }) => decisions.length > 0)
        .map(({ id, number, kind, place }) => ({ value: id, label: `异议${number}　${objectionKindNames[kind]}　${place}` }))}
    />
  )
}

interface DocumentPreviewProps {
  readonly name: string
  /** The .docx. */
  readonly bytes: Uint8Array
}

/**
 * Renders a .docx as pages, and counts the gaps to fill in by hand. Loads nothing external: the page may not, and the program's
 * documents contain no images.
 */
function DocumentPreview({ name, bytes }: DocumentPreviewProps) {
  const pages = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [gaps, setGaps] = useState<readonly HTMLElement[] | null>(null)
  useEffect(() => {
    const place = pages.current
    if (place === null) return
    // Another document may arrive before this one is rendered, so each renders into its own element.
    const part = document.createElement('div')
    let isWanted = true
    const show = () => {
      if (!isWanted) return
      place.replaceChildren(part)
      setGaps(markGaps(part))
    }
    renderAsync(new Uint8Array(bytes), part, undefined, { className: 'docx', ignoreLastRenderedPageBreak: true }).then(
      show,
      () => isWanted && setHasFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [bytes])
  if (hasFailed) return <EmptyState text="预览没有显示出来，请直接保存后查看" />
  return (
    <div className={styles.preview}>
      {gaps === null ? null : <GapBand gaps={gaps} />}
      <div className={styles.pages} role="document" aria-label={`${name}预览`} tabIndex={0} ref={pages} />
    </div>
  )
}

/** Marks all gaps to be filled in by hand, and returns them in order. */
function markGaps(part: HTMLElement): HTMLElement[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text) // it shows nothing else
  return texts.flatMap(marksIn)
}

function marksIn(text: Text): HTMLElement[] {
  const marks: HTMLElement[] = []
  let rest = text
  for (let at = rest.data.indexOf(GAP); at >= 0; at = rest.data.indexOf(GAP)) {
    const gap = rest.splitText(at)
    rest = gap.splitText(GAP.length)
    const mark = document.createElement('mark')
    mark.className = styles.gap
    gap.replaceWith(mark)
    mark.append(gap)
    marks.push(mark)
  }
  return marks
}

/** The number of gaps, with a button to go to the next. */
function GapBand({ gaps }: { readonly gaps: readonly HTMLElement[] }) {
  const [at, setAt] = useState(-1)
  const showNext = () => {
    const next = (at + 1) % gaps.length
    gaps[at]?.removeAttribute('data-shown')
    gaps[next]?.setAttribute('data-shown', '')
    gaps[next]?.scrollIntoView({ block: 'center' })
    setAt(next)
  }
  if (gaps.length === 0) return <p className={styles.gapBand}>没有需要填写的内容</p>
  return (
    <p className={styles.gapBand} role="status">
      还有 {gaps.length} 处{GAP}，保存后打开填写
      <Act text={at < 0 ? '看第一处' : `下一处（第 ${at + 1} 处）`} size="small" onClick={showNext} />
    </p>
  )
}
