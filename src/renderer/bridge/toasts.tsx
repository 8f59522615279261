import { Button, message } from 'antd'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Failure } from '#shared/bridge/outcome.ts'
import { failureOf, runCommand } from './bridge.ts'
import { sentenceOf, toastKeyOf } from './failure.ts'

const ERROR_SECONDS = 5
const SUCCESS_SECONDS = 2.5

/** The one way to tell the user how something ended. */
export interface Toasts {
  /** Shows a thrown error or a failure for 5 s, with 复制; equal ones merge. */
  readonly error: (error: unknown) => void
  readonly failure: (failure: Failure) => void
  readonly success: (sentence: string) => void
  readonly info: (sentence: string) => void
}

const ToastContext = createContext<Toasts | null>(null)

export function useToasts(): Toasts {
  const toasts = useContext(ToastContext)
  if (!toasts) throw new Error('useToasts needs the ToastProvider above it')
  return toasts
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [api, holder] = message.useMessage({ top: 56, maxCount: 5 })
  const toasts = useMemo<Toasts>(() => {
    const failure = (failure: Failure) => {
      const sentence = sentenceOf(failure)
      const content = <ErrorContent sentence={sentence} onCopied={() => void api.open({ key: 'copied', type: 'success', content: '已复制', duration: 1.5 })} />
      void api.open({ key: toastKeyOf(failure), type: 'error', content, duration: ERROR_SECONDS })
    }
    return {
      failure,
      error: (error) => failure(failureOf(error)),
      success: (sentence) => void api.open({ key: `success:${sentence}`, type: 'success', content: sentence, duration: SUCCESS_SECONDS }),
      info: (sentence) => void api.open({ key: `info:${sentence}`, type: 'info', content: sentence, duration: ERROR_SECONDS }),
    }
  }, [api])
  return (
    <ToastContext value={toasts}>
      {holder}
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
      <span className="toast-sentence">{sentence}</span>
      <Button type="link" size="small" onClick={copy}>
        复制
      </Button>
    </span>
  )
}
