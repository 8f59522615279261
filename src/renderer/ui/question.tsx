import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { createContext, useContext, useState, type ReactNode } from 'react'
import { useRefusedScans } from './scanner/useRefusedScans.ts'
import { ReasonField, type AskedReason } from './ReasonField.tsx'

/** A question before an action; the focus is on the cancelling answer, or on the reason. */
export interface Question {
  readonly title: string
  /** The consequences, or what is destroyed. */
  readonly detail?: string
  readonly confirmText: string
  readonly cancelText?: string
  /** Further answers, each with a button before the confirming one; then no button is primary. */
  readonly alternatives?: readonly Alternative[]
  readonly isDangerous?: boolean
  /** Also asks for a reason, required for confirmation unless optional. */
  readonly reason?: AskedReason
  /** If it returns a promise, the dialog shows progress until it settles; it must not reject. `reason` is `''` if none was asked for. */
  readonly onConfirm: (reason: string) => unknown
  /** Called if cancelled. */
  readonly onCancel?: () => void
}

interface Alternative {
  readonly text: string
  /** Like `onConfirm`. */
  readonly onChosen: () => unknown
}

interface Questions {
  readonly ask: (question: Question) => void
  /** True while a question is open: shortcuts are disabled. */
  readonly isAsking: boolean
}

const QuestionContext = createContext<Questions | null>(null)

/** The one way to ask before an action. */
export function useQuestions(): Questions {
  const questions = useContext(QuestionContext)
  if (!questions) throw new Error('useQuestions needs the QuestionProvider above it')
  return questions
}

/** Shows the question; a new question replaces an open one. Used once. */
export function QuestionProvider({ children }: { readonly children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  // A replacing question starts without typed text or progress.
  const [number, setNumber] = useState(0)
  const isAsking = question !== null
  const ask = (asked: Question) => {
    setQuestion(asked)
    setNumber((last) => last + 1)
  }
  const questions = { ask, isAsking }
  return (
    <QuestionContext value={questions}>
      {children}
      {question ? <QuestionDialog key={number} question={question} onAnswered={() => setQuestion((shown) => (shown === question ? null : shown))} /> : null}
    </QuestionContext>
  )
}

function QuestionDialog({ question, onAnswered }: { readonly question: Question; readonly onAnswered: () => void }) {
  const { title, detail, confirmText, cancelText = '取消', alternatives = [], isDangerous = false, reason: asked, onConfirm, onCancel } = question
  const [isWorking, setIsWorking] = useState(false)
  const [reason, setReason] = useState('')
  useRefusedScans(true)
  const answer = async (work: () => unknown) => {
    setIsWorking(true)
    await work()
    onAnswered()
  }
  const cancel = () => {
    onAnswered()
    onCancel?.()
  }
  return (
    <Modal
      open
      width={460}
      zIndex={1500}
      closable={false}
      mask={{ closable: false }}
      keyboard={!isWorking}
      onCancel={cancel}
      title={
        <>
          <ExclamationCircleFilled className="warning-icon" aria-hidden /> {title}
        </>
      }
      footer={[
        // Cancel is focused, so that Enter destroys nothing by accident.
        <Button key="cancel" autoFocus={asked === undefined} disabled={isWorking} onClick={cancel}>
          {cancelText}
        </Button>,
        ...alternatives.map(({ text, onChosen }) => (
          <Button key={text} disabled={isWorking} onClick={() => void answer(onChosen)}>
            {text}
          </Button>
        )),
        <Button
          key="confirm"
          type={alternatives.length === 0 ? 'primary' : 'default'}
          danger={isDangerous}
          disabled={asked !== undefined && asked.isOptional !== true && reason.trim() === ''}
          loading={isWorking}
          onClick={() => void answer(() => onConfirm(reason.trim()))}
        >
          {confirmText}
        </Button>,
      ]}
    >
      {detail}
      {asked ? <ReasonField {...asked} aria-required={asked.isOptional !== true} value={reason} isDisabled={isWorking} onChange={setReason} /> : null}
    </Modal>
  )
}
