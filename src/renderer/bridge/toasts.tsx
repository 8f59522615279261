import { CloseOutlined } from '@ant-design/icons'
import { Button, message } from 'antd'
import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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

/** Something that is done, and what can be done with it. */
export interface Notice {
  /** A notice of the same key takes the place of the one before. */
  readonly key: string
  readonly title: string
  /** `''` if there is nothing more to say. */
  readonly detail: string
  /** How long it stays, in seconds; 8 if nothing is said. */
  readonly seconds?: number
  /** The last one is the main one. */
  readonly actions: readonly { readonly label: string; readonly act: () => void }[]
}

/**
 * The one way to tell the user how something ended.
 *
 * Equal toasts are one. They cover no dialog, no menu and none of the bars, and go by themselves, or with the page that
 * they were shown on.
 */
export interface Toasts {
  /** Shows a thrown error or a failure for 5 s, with 复制. */
  readonly error: (error: unknown) => void
  /** The same for a failure; nothing is shown where the user declined to give the password, or the window is covered. */
  readonly failure: (failure: Failure) => void
  /** Takes the failures away that are shown: what they said has been made good. */
  readonly clearFailures: () => void
  /** For 2.5 s. */
  readonly success: (sentence: string) => void
  /** For 5 s. */
  readonly info: (sentence: string) => void
  /** Shows what is done, and what can be done with it; the returned function takes it away. */
  readonly notice: (notice: Notice) => () => void
  /** Which page is shown now, by its address: what the user has seen on another one goes. */
  readonly pageShown: (page: string | null) => void
}

const ToastContext = createContext<Toasts | null>(null)

/** @throws Error without the {@link ToastProvider} */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs the ToastProvider above it')
  return toasts
}

/** Shows the toasts of everything below it; stands once. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  const [api, holder] = message.useMessage({ maxCount: 4, getContainer: () => container.current ?? document.body })
  // Made once, not merely memoised: it knows which toasts are shown.
  const [shown] = useState(() => createPageToasts((key) => api.destroy(key)))
  // The same: which of them tell a failure.
  const [failures] = useState(() => new Set<string>())
  const openings = useRef(0)
  useLayoutEffect(() => (container.current ? placeToasts(container.current) : undefined), [])
  useLayoutEffect(() => shown.listen(window), [shown])
  const open = (key: string, type: 'success' | 'error' | 'info', content: ReactNode, duration: number) => {
    shown.opened(key)
    openings.current += 1
    // antd restarts a toast's timer only if the duration differs: an equal toast would close with the first.
    const seconds = duration + openings.current * 1e-6
    void api.open({ key, type, content, duration: seconds, onClose: () => shown.closed(key) })
  }
  const failure = (failure: Failure) => {
    // The user was asked for the password and said no, or the window is covered: there is nothing to tell them.
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
      // The sentence is still on screen to be read out; a second toast about copying would hide it.
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
