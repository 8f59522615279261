import { CloseOutlined } from '@ant-design/icons'
import { Button, message } from 'antd'
import { createContext, Fragment, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import { failureOf, runCommand } from './bridge.ts'
import { isRefusedFor, sentenceOf, toastKeyOf } from './failure.ts'
import { createPageToasts } from './toasts/pageToasts.ts'
import { placeToasts } from './toasts/placeToasts.ts'
import './toasts/toasts.css'

/** `console.md` section 9. */
const ERROR_SECONDS = 5
const SUCCESS_SECONDS = 2.5
const NOTICE_SECONDS = 8

/** A toast about a completed action, with follow-up actions. */
export interface Notice {
  /** Replaces the previous notice with the same key. */
  readonly key: string
  readonly title: string
  /** `''` for none. */
  readonly detail: string
  /** Display time in seconds; default 8. */
  readonly seconds?: number
  /** The last one is the primary action. */
  readonly actions: readonly { readonly label: string; readonly act: () => void }[]
}

/**
 * The one way to report the outcome of an action.
 *
 * Equal toasts are merged. Toasts cover no dialog, menu or bar, and close by themselves or with the page they were shown on.
 */
export interface Toasts {
  /** Shows an error or failure for 5 s, with 复制. */
  readonly error: (error: unknown) => void
  /** The same for a failure; shows nothing if the user declined to confirm the password or the window is covered. */
  readonly failure: (failure: Failure) => void
  /** Closes the shown failures, once resolved. */
  readonly clearFailures: () => void
  /** For 2.5 s. */
  readonly success: (sentence: string) => void
  /** For 5 s. */
  readonly info: (sentence: string) => void
  /** Shows a completed action with follow-up actions; returns a function that closes it. */
  readonly notice: (notice: Notice) => () => void
  /** Reports the address of the current page: toasts already seen on another page are closed. */
  readonly pageShown: (page: string | null) => void
}

const ToastContext = createContext<Toasts | null>(null)

/** @throws Error outside the {@link ToastProvider} */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs the ToastProvider above it')
  return toasts
}

/** Shows the toasts of everything below it; used once. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const [api, holder] = message.useMessage({ maxCount: 4, getContainer: () => container.current ?? document.body })
  // State, not a memo: it tracks which toasts are shown.
  const [shown] = useState(() => createPageToasts((key) => api.destroy(key)))
  // Also state: the shown failure toasts.
  const [failures] = useState(() => new Set<string>())
  const openings = useRef(0)
  useLayoutEffect(() => (container.current ? placeToasts(container.current) : undefined), [])
  useLayoutEffect(() => shown.listen(window), [shown])
  const open = (key: string, type: 'success' | 'error' | 'info', content: ReactNode, duration: number) => {
    shown.opened(key)
    openings.current += 1
    // antd restarts a toast's timer only if the duration differs; otherwise an equal toast would close with the first.
    const seconds = duration + openings.current * 1e-6
    // Inserted again, so that a repeated toast is also announced again.
    const inserted = <Fragment key={openings.current}>{content}</Fragment>
    void api.open({ key, type, content: inserted, duration: seconds, onClose: () => shown.closed(key) })
  }
  const failure = (failure: Failure) => {
    // The user declined to confirm the password, or the window is covered: nothing to report.
    if (isRefusedFor(failure, 'account.unconfirmed', 'account.covered')) return
    const sentence = sentenceOf(failure)
    const copied = () => open('copied', 'success', '已复制', 1.5)
    const key = toastKeyOf(failure)
    failures.add(key)
    open(key, 'error', <ErrorContent sentence={sentence} onCopied={copied} />, ERROR_SECONDS)
  }
  const toasts: Toasts = {
    failure,
    error: (error) => failure(failureOf(error)),
    clearFailures: () => {
      for (const key of failures) api.destroy(key)
      failures.clear()
    },
    success: (sentence) => open(`success:${sentence}`, 'success', sentence, SUCCESS_SECONDS),
    info: (sentence) => open(`info:${sentence}`, 'info', sentence, ERROR_SECONDS),
    notice: (notice) => {
      const key = `notice:${notice.key}`
      const close = () => api.destroy(key)
      open(key, 'success', <NoticeContent notice={notice} onClose={close} />, notice.seconds ?? NOTICE_SECONDS)
      return close
    },
    pageShown: shown.pageShown,
  }
  return (
    <ToastContext value={toasts}>
      <div className="toasts" ref={container}>
        {holder}
      </div>
      {children}
    </ToastContext>
  )
}

function ErrorContent({ sentence, onCopied }: { readonly sentence: string; readonly onCopied: () => void }) {
  const copy = () => {
    runCommand('clipboard.write', { text: sentence }).then(onCopied, () => {
      // The message is still on screen to be read out; a second toast about copying would hide it.
    })
  }
  return (
    <span>
      <span className="toast-sentence">
        {sentence.split('\n').map((line, index) => (
          <span key={index} className="toast-line">
            {line}
          </span>
        ))}
      </span>
      <Button type="link" size="small" onClick={copy}>
        复制
      </Button>
    </span>
  )
}

function NoticeContent({ notice: { title, detail, actions }, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  return (
    <div className="toast-notice">
      <strong>{title}</strong>
      {detail === '' ? null : <span className="toast-detail">{detail}</span>}
      <div className="toast-actions">
        {actions.map(({ label, act }, index) => (
          <Button key={label} size="small" type={index === actions.length - 1 ? 'primary' : 'default'} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
      <Button className="toast-close" type="text" size="small" aria-label="关闭" icon={<CloseOutlined />} onClick={onClose} />
    </div>
  )
}
