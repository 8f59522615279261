import { Button, Spin } from 'antd'
import { useState, useEffect, useRef } from 'react'
import { renderAsync } from 'docx-preview'
import type { Activity } from '#shared/features/activity/contract.ts'
import { ActivityStatus } from '#shared/features/activity/rules.ts'
import { TodoState, type TodoKind } from '#shared/features/todo/rules.ts'
import { documentKinds, documentWords, GAP, type DocumentKind } from '#shared/features/document/kinds.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { usePageTitle } from '../../app-context/tab.ts'
import { useCommand } from '../../bridge/useCommand.ts'
import { useSend } from '../../bridge/useSend.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureState } from '../../ui/FailureState.tsx'
import { minuteStamp } from '../../ui/minuteStamp.ts'
import { PageFrame } from '../../ui/PageFrame.tsx'
import { useSavedFile } from '../../ui/useSavedFile.tsx'
import { ActivityPage } from '../activity/parts/ActivityPage.tsx'
import { LetterheadCard } from './LetterheadCard.tsx'
import styles from './document.module.css'

/** 文书 (`paper.md` section 5): what a vote needs on paper, looked at and saved as .docx. */
export function DocumentScreen() {
  return <ActivityPage>{(activity) => <ActivityDocuments key={activity.id} activity={activity} />}</ActivityPage>
}

interface Shown {
  readonly kind: DocumentKind
  readonly bytes: Uint8Array
}

function ActivityDocuments({ activity }: { readonly activity: Activity }) {
  const [kind, setKind] = useState<DocumentKind | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const make = useSend('document.make', { refreshes: [], errors: 'caller' })
  const saving = useDocumentSave(activity)
  const choose = async (chosen: DocumentKind) => {
    setKind(chosen)
    setShown(null)
    const made = await make.send({ query: { activityId: activity.id, kind: chosen, jobId: '' } })
    if (made.ok) setShown({ kind: chosen, bytes: made.value.bytes })
  }
  return (
    <PageFrame
      title={usePageTitle()}
      actions={
        <Button type="primary" disabled={shown === null} loading={saving.isRunning} onClick={() => shown && void saving.save(shown.kind)}>
          保存
        </Button>
      }
    >
      <LetterheadCard activityId={activity.id} onSaved={() => shown && void choose(shown.kind)} />
      <div className={styles.documents}>
        <ul className={styles.kinds} aria-label="文书种类">
          {documentKinds.map((each) => (
            <li key={each}>
              <button
                type="button"
                className={styles.kind}
                aria-pressed={each === kind}
                disabled={make.isSending || reasonAgainst(each, activity) !== null}
                onClick={() => void choose(each)}
              >
                <span className={styles.name}>{documentWords[each].name}</span>
                <span className={styles.purpose}>{reasonAgainst(each, activity) ?? documentWords[each].purpose}</span>
              </button>
            </li>
          ))}
        </ul>
        <div className={styles.place}>
          {make.isSending ? (
            <Spin className={styles.wait} size="large" />
          ) : kind !== null && make.failure ? (
            <FailureState sentence={make.failure.message} onRetry={() => void choose(kind)} />
          ) : shown ? (
            <DocumentPreview key={shown.kind} name={documentWords[shown.kind].name} bytes={shown.bytes} />
          ) : (
            <EmptyState text="请在左边选一种文书" />
          )}
        </div>
      </div>
    </PageFrame>
  )
}

/** Why a document cannot be made of an activity, or null. */
const reasonAgainst = (kind: DocumentKind, { extensions }: Pick<Activity, 'extensions'>): string | null =>
  kind === 'extension' && extensions.length === 0 ? sentenceFor('document.noExtension') : null

/** What is done once a document is saved; null if nothing is. A draft of the result, before the end, is neither published nor filed. */
function doneBySaving(kind: DocumentKind, { status }: Pick<Activity, 'status'>): TodoKind | null {
  if (kind === 'notice') return 'notice'
  if (status !== ActivityStatus.finished) return null
  return kind === 'result' ? 'publication' : kind === 'authority' ? 'filing' : null
}

/** Saves a document where the user says, and opens it there. */
function useDocumentSave(activity: Activity) {
  const { run, isRunning } = useCommand('file.saveDownload')
  const { run: open } = useCommand('file.open')
  const showSaved = useSavedFile()
  const settle = useSend('todo.settle', { refreshes: ['todo.list'], errors: 'caller' })
  const save = async (kind: DocumentKind) => {
    const saved = await run({
      endpoint: 'document.make',
      input: { query: { activityId: activity.id, kind, jobId: crypto.randomUUID() } },
      suggestedName: `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_${documentWords[kind].name}_${minuteStamp(new Date())}.docx`,
    })
    if (!saved.ok || saved.value === null) return
    showSaved(saved.value)
    const todo = doneBySaving(kind, activity)
    // Who could not be told is asked again on the home page.
    if (todo !== null) void settle.send({ body: { activityId: activity.id, kind: todo, state: TodoState.done } })
    await open({ ticket: saved.value.ticket })
  }
  return { save, isRunning }
}

interface DocumentPreviewProps {
  readonly name: string
  /** The .docx. */
  readonly bytes: Uint8Array
}

/** A .docx as its pages, and how much of it a person has to write. Nothing in it is fetched: the page may not, and the program's documents hold no pictures. */
function DocumentPreview({ name, bytes }: DocumentPreviewProps) {
  const pages = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const [gaps, setGaps] = useState<readonly HTMLElement[] | null>(null)
  useEffect(() => {
    const place = pages.current
    if (place === null) return
    // Another document may come before this one is drawn: each draws into a part of its own.
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

/** Marks every place where a person has to write, and answers them in their order. */
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

/** How many places are left to write in, and the way from one to the next. */
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
      <Button size="small" onClick={showNext}>
        {at < 0 ? '看第一处' : `下一处（第 ${at + 1} 处）`}
      </Button>
    </p>
  )
}
