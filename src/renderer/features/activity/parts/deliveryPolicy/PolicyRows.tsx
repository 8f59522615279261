import { Checkbox, Input, InputNumber } from 'antd'
import {
  DELIVERY_METHODS,
  deliveryClause,
  deliveryMethodNames,
  evidenceNames,
  MAX_DELIVERY_DAYS,
  NOTICE,
  type DeliveryMethod,
  type DeliveryPolicy,
  type DeliveryRule,
  type EvidenceKind,
} from '#shared/features/activity/deliveryPolicy.ts'
import styles from './deliveryPolicy.module.css'

/** The evidence that each delivery method produces. */
const evidenceOf: Readonly<Record<DeliveryMethod, readonly EvidenceKind[]>> = {
  1: ['receipt', 'seconddeliverer'],
  2: ['receipt', 'seconddeliverer'],
  3: ['receipt', 'seconddeliverer'],
  4: ['trackingno', 'receipt'],
  5: ['receipt'],
  6: ['notice', 'receipt'],
}
/** Methods that take effect only after some days. */
const hasDays = (method: DeliveryMethod): boolean => method === 4 || method === NOTICE

const newRule = (method: DeliveryMethod): DeliveryRule => ({ method, clause: '', evidence: [], days: 0 })

interface PolicyRowsProps {
  /** From Form.Item. */
  readonly id?: string
  readonly value?: DeliveryPolicy
  readonly onChange?: (policy: DeliveryPolicy) => void
}

/** The delivery methods, each with the clause and required evidence under which it is accepted. */
export function PolicyRows({ id, value = [], onChange }: PolicyRowsProps) {
  /** Keeps the rules in the order of the methods. */
  const put = (method: DeliveryMethod, rule: DeliveryRule | null) =>
    onChange?.(
      DELIVERY_METHODS.flatMap((each) => {
        const kept = each === method ? rule : value.find((one) => one.method === each)
        return kept ? [kept] : []
      }),
    )
  return (
    <div id={id} tabIndex={-1} role="group" aria-label="认可的送达方式">
      {DELIVERY_METHODS.map((method) => {
        const rule = value.find((each) => each.method === method)
        return (
          <div key={method} className={styles.policyRow}>
            <Checkbox checked={rule !== undefined} onChange={({ target }) => put(method, target.checked ? newRule(method) : null)}>
              {deliveryMethodNames[method]}
            </Checkbox>
            {rule ? <RuleDetails rule={rule} onChange={(changed) => put(method, changed)} /> : null}
          </div>
        )
      })}
    </div>
  )
}

interface RuleDetailsProps {
  readonly rule: DeliveryRule
  readonly onChange: (rule: DeliveryRule) => void
}

function RuleDetails({ rule, onChange }: RuleDetailsProps) {
  const { method, clause, evidence, days } = rule
  const name = deliveryMethodNames[method]
  // Evidence required through another client stays visible.
  const kinds = [...new Set([...evidenceOf[method], ...evidence])]
  return (
    <>
      <Input
        aria-label={`${name}的${deliveryClause.label}`}
        placeholder="依据条款，例如：第十二条，可不填"
        value={clause}
        maxLength={deliveryClause.max}
        onChange={({ target }) => onChange({ ...rule, clause: target.value })}
      />
      <div className={styles.policyEvidence}>
        <span className={styles.policyLabel}>须有</span>
        <Checkbox.Group
          aria-label={`${name}须有的凭证`}
          options={kinds.map((kind) => ({ value: kind, label: evidenceNames[kind] }))}
          value={[...evidence]}
          onChange={(chosen) => onChange({ ...rule, evidence: kinds.filter((kind) => chosen.includes(kind)) })}
        />
        {hasDays(method) || days > 0 ? (
          <InputNumber
            className={styles.policyDays}
            aria-label={`${name}须满的天数`}
            prefix="须满"
            suffix="日"
            min={0}
            max={MAX_DELIVERY_DAYS}
            precision={0}
            placeholder={method === NOTICE ? '必填' : '不限'}
            value={days === 0 ? null : days}
            onChange={(chosen) => onChange({ ...rule, days: chosen ?? 0 })}
          />
        ) : null}
      </div>
    </>
  )
}
