import { Form } from 'antd'
import { Dialog } from './Dialog.tsx'
import { useId, useState, type ReactNode } from 'react'
import { useQuestions } from './question.tsx'
import { useRefusedScans } from './scanner/useRefusedScans.ts'
import { useUnsaved } from './unsaved.ts'

interface FormDialogProps<Values extends object> {
  readonly title: string
  readonly isOpen: boolean
  /** Read when the dialog opens. */
  readonly initialValues: Partial<Values>
  /** Returns true to close the dialog, false to keep the input. */
  readonly onSubmit: (values: Values) => Promise<boolean>
  readonly onClose: () => void
  /** The Form.Items; validated on blur and on submit. */
  readonly children: ReactNode
  readonly submitText?: string
  /** In px at the standard font size; scales with it. */
  readonly width?: number
}

/**
 * A form in a dialog.
 *
 * Esc closes it, unless there is unsaved input; 取消 confirms then. The first invalid field gets the focus. While submitting it
 * can neither be submitted again nor closed.
 */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, isOpen, onClose, submitText = '提交', width = 560 } = props
  const { ask, isAsking } = useQuestions()
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)
  const [isWorking, setIsWorking] = useState(false)
  useUnsaved(isOpen && isDirty)
  // A question on top of the dialog refuses scans itself.
  useRefusedScans(isOpen && !isAsking)
  const close = () => {
    setIsDirty(false)
    onClose()
  }
  const askToClose = () => {
    if (isWorking) return
    if (!isDirty) close()
    else
      ask({
        title: '放弃已填写的内容吗?',
        detail: '关闭后，未提交的内容不会保留',
        confirmText: '放弃',
        cancelText: '继续填写',
        isDangerous: true,
        onConfirm: close,
      })
  }
  return (
    <Dialog
      title={title}
      open={isOpen}
      width={`${width / 14}rem`}
      onCancel={askToClose}
      keyboard={!isDirty && !isWorking}
      isBusy={isWorking}
      okText={submitText}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isWorking }}
    >
      <FormBody {...props} id={formId} onDirty={() => setIsDirty(true)} onWorking={setIsWorking} onDone={close} />
    </Dialog>
  )
}

interface FormBodyProps<Values extends object> extends Pick<FormDialogProps<Values>, 'initialValues' | 'onSubmit' | 'children'> {
  readonly id: string
  readonly onDirty: () => void
  readonly onWorking: (isWorking: boolean) => void
  readonly onDone: () => void
}

/** The form itself; remounted each time the dialog opens. */
function FormBody<Values extends object>({ id, initialValues, onSubmit, children, onDirty, onWorking, onDone }: FormBodyProps<Values>) {
  // Autofocus needs the dialog in the page, which it is only after its first render.
  const [isPlaced, setIsPlaced] = useState(false)
  const send = async (values: Values) => {
    if (await onSubmit(values)) onDone()
  }
  const submit = (values: Values) => {
    onWorking(true)
    void send(values).finally(() => onWorking(false))
  }
  return (
    <Form<Values>
      ref={(form) => {
        if (form) setIsPlaced(true)
      }}
      // Prefixes the fields' ids: other tabs may show the same form, and each label must find its own field.
      name={id}
      layout="vertical"
      initialValues={initialValues}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true }}
      onValuesChange={onDirty}
      onFinish={submit}
    >
      {isPlaced ? children : null}
    </Form>
  )
}
