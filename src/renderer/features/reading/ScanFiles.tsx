import { CloseOutlined, FolderOpenOutlined, InboxOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useRef, useState, type DragEvent, type InputHTMLAttributes } from 'react'
import { PAGE_BYTES } from '#shared/features/reading/pageRules.ts'
import { formatBytes } from '../../ui/byteCount.ts'
import { formatCount } from '../../ui/numbers.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { droppedFiles, offeredFiles, shallow } from './offeredFiles.ts'
import { isOpen, type ScanFile, type ScanJob, type ScanState } from './scanJob.ts'
import styles from './scan.module.css'

interface ScanFilesProps {
  readonly job: ScanJob
  readonly state: ScanState
}

/** The drop zone, and one line per file: its progress, and what could not be read. */
export function ScanFiles({ job, state }: ScanFilesProps) {
  const toasts = useToasts()
  const offer = (files: readonly File[]) => {
    const offered = offeredFiles(files)
    if (typeof offered === 'string') toasts.failure({ kind: 'local', message: offered })
    else job.add(offered)
  }
  const { files, status, sentence } = state
  const hasOpen = files.some(isOpen)
  return (
    <section className={styles.files} aria-label="扫描文件">
      <DropPlace onFiles={offer} />
      {status === 'paused' ? (
        <Alert
          type="warning"
          showIcon
          title={sentence}
          description="已读的页面都已保存；处理好以后按“继续”，从停下的地方接着读。"
          action={
            <Button type="primary" onClick={job.resume}>
              继续
            </Button>
          }
        />
      ) : null}
      {files.length === 0 ? null : (
        <>
          <header className={styles.filesHead}>
            <span role="status">{sumOf(state)}</span>
            <Button size="small" disabled={!hasOpen} onClick={() => files.forEach(({ key }) => job.cancel(key))}>
              全部取消
            </Button>
            <Button size="small" disabled={hasOpen} onClick={job.clear}>
              清空列表
            </Button>
          </header>
          <ul className={styles.fileList} aria-label="文件" tabIndex={0}>
            {files.map((file) => (
              <li key={file.key}>
                <FileLine file={file} onCancel={() => job.cancel(file.key)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** Overall progress and speed. */
function sumOf({ files, status }: ScanState): string {
  const open = files.filter(isOpen).length
  const pages = files.reduce((sum, { done }) => sum + done, 0)
  const notKept = files.reduce((sum, { notes }) => sum + notes.length, 0)
  const words = [`共 ${formatCount(files.length)} 个文件，已读 ${formatCount(pages)} 页`]
  if (open > 0) words.push(status === 'paused' ? `已暂停，还有 ${formatCount(open)} 个文件` : `还有 ${formatCount(open)} 个文件`)
  if (notKept > 0) words.push(`${formatCount(notKept)} 处需要注意`)
  return words.join('，')
}

const stateWords: Readonly<Record<ScanFile['state'], string>> = { waiting: '等待', reading: '正在读', done: '已读完', refused: '没有读取', cancelled: '已取消' }

function FileLine({ file, onCancel }: { readonly file: ScanFile; readonly onCancel: () => void }) {
  const { name, state, pageCount, done, same, notes } = file
  const isShown = isOpen(file)
  return (
    <section className={styles.file} aria-label={name}>
      <div className={styles.fileHead}>
        <strong className={styles.fileName} title={name}>
          {name}
        </strong>
        {pageCount === null ? null : (
          <span className="tabular">
            {formatCount(done)} / {formatCount(pageCount)} 页
          </span>
        )}
        {state === 'reading' && rateOf(file) !== '' ? <span className="tabular">{rateOf(file)}</span> : null}
        {state === 'reading' && pageCount !== null ? <span className="tabular">{`约占 ${formatBytes(pageCount * PAGE_BYTES)}`}</span> : null}
        {same > 0 ? <span className="tabular">{`其中 ${formatCount(same)} 页以前读过`}</span> : null}
        <span>{stateWords[state]}</span>
        {isShown ? (
          <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} aria-label={`取消 ${name}`} onClick={onCancel}>
            取消
          </Button>
        ) : null}
      </div>
      {pageCount === null || !isShown ? null : (
        <Progress aria-label={`${name} 的进度`} percent={Math.round((done / pageCount) * 100)} showInfo={false} size="small" />
      )}
      {notes.length === 0 ? null : (
        <ul className={styles.fileNotes}>
          {notes.map(({ sourcePage, sentence }) => (
            <li key={`${sourcePage} ${sentence}`}>
              {sourcePage === null || sentence.startsWith(`第${sourcePage}页`) ? sentence : `第${sourcePage}页：${sentence}`}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `''` until there is enough data. */
function rateOf({ done, ms }: ScanFile): string {
  return done < 3 || ms === 0 ? '' : `每分钟约 ${formatCount(Math.round((done / ms) * 60_000))} 页`
}

function DropPlace({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const drop = (event: DragEvent) => {
    setIsOver(false)
    event.preventDefault()
    event.stopPropagation()
    void droppedFiles(event.dataTransfer).then(onFiles)
  }
  return (
    <div
      className={isOver ? styles.dropPlaceOver : styles.dropPlace}
      role="group"
      aria-label="放入扫描文件"
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setIsOver(false)
      }}
      onDrop={drop}
    >
      <InboxOutlined aria-hidden className={styles.dropIcon} />
      <div>
        <p className={styles.dropWords}>把扫描得到的 PDF、JPG 文件或文件夹拖到这里</p>
        <p className={styles.dropHint}>
          扫描仪请用灰度、150 dpi 以上；手机拍照请把选票铺平、四角入镜、原图发送。页面可以乱序、倒置，几张选票可以在一个文件里。 每页约占 243 KB，3,000
          张两页的选票约 1.5 GB。
        </p>
      </div>
      <div className={styles.dropButtons}>
        <Chooser label="选择文件" onFiles={onFiles} input={{ multiple: true, accept: '.pdf,.jpg,.jpeg' }} />
        <Chooser label="选择文件夹" onFiles={(files) => onFiles(shallow(files))} input={{ webkitdirectory: '' }} />
      </div>
    </div>
  )
}

interface ChooserProps {
  readonly label: string
  readonly onFiles: (files: readonly File[]) => void
  readonly input: InputHTMLAttributes<HTMLInputElement> & { readonly webkitdirectory?: string }
}

function Chooser({ label, onFiles, input }: ChooserProps) {
  const element = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={element}
        type="file"
        hidden
        aria-label={label}
        {...input}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          // Allows choosing the same file again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button icon={<FolderOpenOutlined aria-hidden />} onClick={() => element.current?.click()}>
        {label}
      </Button>
    </>
  )
}
