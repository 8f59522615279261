import { Form, Input, Segmented } from 'antd'
import { useState } from 'react'
import { typedCode } from '#shared/features/journal/checkpoint.ts'
import { Act } from '../../app-context/Act.tsx'
import { judged } from '../../ui/fieldRules.ts'
import { printedEntry, type Asked } from './verification.ts'
import styles from './administration.module.css'

/** What is printed on a paper about the journal, as input for the check. */
export interface Printed {
  readonly number?: number
  readonly hash?: string
  readonly code?: string
}

interface PrintedFormsProps {
  readonly onCompare: (asked: Asked, printed: Printed) => void
  readonly isChecking: boolean
}

/** Maximum input lengths of a 核验码, a number and a hash; they may contain spaces, as on the paper. */
const MAX_CODE = 100
const MAX_DIGITS = 15
const MAX_HASH = 200

const choices = [
  { value: 'code', label: '纸上的核验码' },
  { value: 'entry', label: '报告上的编号与校验值' },
] as const
type Choice = (typeof choices)[number]['value']

/** Input of what is printed on a paper: its 核验码, or an entry's number and hash. */
export function PrintedForms(props: PrintedFormsProps) {
  const [choice, setChoice] = useState<Choice>('code')
  return (
    <>
      <h3 className={styles.verifyTitle}>与签过字的纸核对</h3>
      <Segmented<Choice> aria-label="核对什么" className={styles.verifyChoice} value={choice} onChange={setChoice} options={[...choices]} />
      {choice === 'code' ? <CodeForm {...props} /> : <EntryForm {...props} />}
    </>
  )
}

function CodeForm({ onCompare, isChecking }: PrintedFormsProps) {
  const compare = ({ code }: { readonly code: string }) => {
    const plain = typedCode(code)
    if (plain !== null) onCompare({ kind: 'code' }, { code: plain })
  }
  return (
    <Form<{ readonly code: string }> layout="vertical" onFinish={compare}>
      <p className={styles.verifyHint}>
        核验码印在表决结果和报告“表决结论”页上。谁拥有这台电脑，就可能把日志连同签名全部重做；已经签过字的纸改不了，以纸上的核验码为准，能发现这样的改动。
      </p>
      <Form.Item
        name="code"
        label="核验码"
        validateTrigger="onSubmit"
        required
        rules={[judged((value = '') => (typedCode(value) === null ? '请输入纸上的核验码（32位字母和数字，空格可省）' : null))]}
      >
        <Input className={styles.journalHash} maxLength={MAX_CODE} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Act text="核对" htmlType="submit" loading={isChecking} />
    </Form>
  )
}

interface TypedEntry {
  readonly number: string
  readonly hash: string
}

function EntryForm({ onCompare, isChecking }: PrintedFormsProps) {
  const compare = ({ number, hash }: TypedEntry) => {
    const printed = printedEntry(number, hash)
    if (printed !== null) onCompare({ kind: 'entry', number: printed.number }, printed)
  }
  return (
    <Form<TypedEntry> layout="vertical" onFinish={compare}>
      <p className={styles.verifyHint}>表决结果报告“表决结论”页末尾印有当时最新一条日志的编号与校验值。两者在此仍能对上，说明此后没有日志被删去或重写。</p>
      <Form.Item name="number" label="编号" rules={[{ required: true, pattern: /^\s*\d{1,15}\s*$/, message: '请输入报告上的编号，如 128' }]}>
        <Input inputMode="numeric" maxLength={MAX_DIGITS} />
      </Form.Item>
      <Form.Item
        name="hash"
        label="校验值"
        rules={[{ required: true, pattern: /^(?:\s*[\da-fA-F]){64}\s*$/, message: '请输入报告上的校验值（64位字母和数字）' }]}
      >
        <Input.TextArea className={styles.journalHash} autoSize={{ minRows: 2, maxRows: 4 }} maxLength={MAX_HASH} />
      </Form.Item>
      <Act text="核对" htmlType="submit" loading={isChecking} />
    </Form>
  )
}
