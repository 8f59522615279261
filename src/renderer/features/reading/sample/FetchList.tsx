import type { Activity } from '#shared/features/activity/contract.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { askedAnswerNames, SampleMode, SampleState } from '#shared/features/sample/rules.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { minutesOf } from '../../../ui/moments.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { PrintButtons } from '../../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../../ui/print/usePrintJob.tsx'
import { FetchPaper } from './SamplePapers.tsx'
import { unreadOf } from './sampleWords.ts'
import reading from '../reading.module.css'
import styles from './sample.module.css'

type Drawn = DrawnSample['fetch'][number]

interface FetchListProps {
  readonly activity: Activity
  readonly sample: DrawnSample
  /** The code (for owners: the record) being read or asked about. */
  readonly chosen: string
  readonly onChoose: (drawn: Drawn) => void
}

/** The drawn items, open ones first, with a printable list. */
export function FetchList({ activity, sample, chosen, onChoose }: FetchListProps) {
  const { mode, fetch, state } = sample
  const isOfPapers = mode === SampleMode.papers
  const unread = unreadOf(sample)
  const done = fetch.filter(({ isRead }) => isRead)
  const name = isOfPapers ? '取票单' : '回访单'
  const printing = usePrintJob({
    name: `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_${name}`,
    prepare: () => Promise.resolve(sample),
    render: (drawn) => <FetchPaper activity={activity} sample={drawn} />,
  })
  return (
    <section className={reading.due} aria-label={isOfPapers ? '待取出的选票' : '待回访的业主'}>
      <h2>
        {isOfPapers ? '待核对' : '待回访'}（{formatCount(unread.length)} / {formatCount(fetch.length)} 票）
      </h2>
      <div className={styles.print}>
        <PrintButtons size="small" printing={printing} reason={unread.length === 0 ? '抽出的都已核对，没有要打印的' : null} />
      </div>
      {fetch.length === 0 ? (
        <EmptyState text="没有抽出选票" />
      ) : (
        <ol>
          {[...unread, ...done].map((drawn) => (
            <li key={drawn.recordId}>
              <button
                type="button"
                aria-pressed={chosen === (isOfPapers ? drawn.code : drawn.recordId)}
                disabled={state === SampleState.closed || (isOfPapers && drawn.isRead)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(drawn)}
              >
                {isOfPapers ? <span className="tabular">{drawn.code}</span> : null}
                <span>{drawn.place}</span>
                <span className={styles.drawnNote}>{noteOf(drawn, isOfPapers)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function noteOf({ isRead, isOwn, asked, receivedAt }: Drawn, isOfPapers: boolean): string {
  if (asked !== null) return askedAnswerNames[asked]
  if (isRead) return '已读'
  if (isOfPapers && isOwn) return '您录入的，由别人核对'
  return receivedAt === null ? '' : `${minutesOf(receivedAt).slice(0, 10)} 收到`
}
