import { Alert, Button, Collapse, Form, Input } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '#shared/contract/index.ts'
import { Letterhead } from '#shared/features/document/contract.ts'
import { letterheadFields, letterheadLimits, type LetterheadField } from '#shared/features/document/rules.ts'
import { Act } from '../../app-context/Act.tsx'
import { useEndpoint } from '../../bridge/useEndpoint.ts'
import { useSend } from '../../bridge/useSend.ts'
import { Awaited } from '../../ui/FailureState.tsx'
import { fieldRules } from '../../ui/fieldRules.ts'
import type { FormField } from '../../ui/stale/staleForm.ts'
import { useStaleForm } from '../../ui/stale/useStaleForm.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import styles from './document.module.css'

type Texts = Readonly<Record<LetterheadField, string>>
type Answer = AnswerOf<'document.letterhead'>

const examples: Texts = {
  convener: '如 翠湖花园第二届业主委员会',
  contactName: '如 王主任',
  contactPhone: '印在公告上，手机、座机都可以',
  venue: '交票、唱票和查阅的地点',
  paperNumber: '如 翠湖业委〔2026〕，序号另填',
  supervisors: '几人用顿号隔开',
}

const comparedFields: readonly (FormField<Texts> & { readonly key: LetterheadField })[] = letterheadFields.map((key) => ({
  key,
  label: letterheadLimits[key].label,
  kind: 'text',
  words: (texts) => texts[key].trim(),
}))

const textsOf = ({ convener, contactName, contactPhone, venue, paperNumber, supervisors }: Texts): Texts => ({
  convener,
  contactName,
  contactPhone,
  venue,
  paperNumber,
  supervisors,
})

/** What is still missing, for the card's head: `已填 4 项，未填：地点、文号`. */
function headWords(texts: Texts): string {
  const missing = letterheadFields.filter((key) => texts[key] === '').map((key) => letterheadLimits[key].label)
  if (missing.length === 0) return '已全部填写'
  return missing.length === letterheadFields.length ? '还没有填写，各文书中留作待填' : `未填：${missing.join('、')}`
}

interface LetterheadCardProps {
  readonly activityId: string
  /** Saved on the server: the documents shown are out of date. */
  readonly onSaved: () => void
}

/** 文书信息: office data shared by all documents; expanded while empty. */
export function LetterheadCard({ activityId, onSaved }: LetterheadCardProps) {
  const { data, error, refetch } = useEndpoint('document.letterhead', { query: { activityId } })
  // Edits are based on the version when typing began, not on what another user has saved since.
  const [typedOver, setTypedOver] = useState<Letterhead | null>(null)
  if (!data) return <Awaited of={{ error, refetch }} rows={2} isShort />
  const opened = typedOver ?? data.letterhead
  const isEmpty = letterheadFields.every((key) => data.letterhead[key] === '')
  return (
    <Collapse
      className={styles.letterhead}
      size="small"
      defaultActiveKey={isEmpty ? ['letterhead'] : []}
      items={[
        {
          key: 'letterhead',
          label: (
            <>
              <strong>文书信息</strong>
              <span className={styles.letterheadWords}>{headWords(data.letterhead)}</span>
            </>
          ),
          children: (
            <LetterheadForm
              key={opened.version}
              activityId={activityId}
              opened={opened}
              suggested={data.suggested}
              isTyped={typedOver !== null}
              onTyped={(isTyped) => setTypedOver(isTyped ? opened : null)}
              onSaved={onSaved}
            />
          ),
        },
      ]}
    />
  )
}

interface LetterheadFormProps extends LetterheadCardProps {
  readonly opened: Letterhead
  readonly suggested: Answer['suggested']
  readonly isTyped: boolean
  readonly onTyped: (isTyped: boolean) => void
}

function LetterheadForm({ activityId, opened, suggested, isTyped, onTyped, onSaved }: LetterheadFormProps) {
  const [form] = Form.useForm<Texts>()
  const send = useSend('document.saveLetterhead', { refreshes: ['document.letterhead'], success: '文书信息已保存', errors: 'caller' })
  const stale = useStaleForm({ schema: Letterhead, opened, valuesOf: textsOf, fields: comparedFields })
  useUnsaved(isTyped)
  const submit = async (texts: Texts) => {
    const sent = await send.send({ body: { activityId, version: stale.base?.version ?? '', ...texts } })
    if (!stale.settle(sent, texts)) return
    onTyped(false)
    onSaved()
  }
  const takeSuggested = (texts: Texts) => {
    form.setFieldsValue(textsOf(texts))
    onTyped(true)
  }
  return (
    <Form
      form={form}
      // Another tab may show another activity's form.
      name={`letterhead-${activityId}`}
      layout="vertical"
      aria-label="文书信息"
      initialValues={textsOf(opened)}
      disabled={send.isSending}
      onValuesChange={() => onTyped(true)}
      onFinish={(texts) => void submit(texts)}
    >
      {stale.notice}
      {suggested === null || isTyped ? null : <Suggestion suggested={suggested} onTake={takeSuggested} />}
      <div className={styles.letterheadFields}>
        {letterheadFields.map((key) => (
          <Form.Item<Texts> key={key} name={key} label={letterheadLimits[key].label} rules={fieldRules(letterheadLimits[key])}>
            <Input maxLength={letterheadLimits[key].max} placeholder={examples[key]} autoComplete="off" />
          </Form.Item>
        ))}
      </div>
      <div className={styles.letterheadEnd}>
        <span>填一次，各文书都用，没有填的仍留作待填。交票、唱票、查阅不在同一地点的，保存文书后再改。</span>
        <Button htmlType="submit" type="primary" loading={send.isSending} disabled={!isTyped}>
          保存文书信息
        </Button>
      </div>
    </Form>
  )
}

interface SuggestionProps {
  readonly suggested: NonNullable<Answer['suggested']>
  readonly onTake: (texts: Texts) => void
}

/** The previous activity's data, copied into the form on request; not saved until the user does. */
function Suggestion({ suggested, onTake }: SuggestionProps) {
  return (
    <Alert
      className={styles.suggestion}
      type="info"
      showIcon
      title={`可以沿用“${suggested.activityTitle}”的文书信息：${letterheadFields.flatMap((key) => suggested[key] || []).join('，')}`}
      action={<Act text="填入，核对后保存" size="small" onClick={() => onTake(suggested)} />}
    />
  )
}
