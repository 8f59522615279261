import { Alert, Flex, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useId, useRef, useState } from 'react'
import { policyErrors, type DeliveryPolicy } from '#shared/features/activity/deliveryPolicy.ts'
import { SEAT_ORDERS, seatOrderNames, type SeatOrder } from '#shared/features/activity/elections.ts'
import { activityLimits, activityMessages, COUNTING_RULES, needsRuleBasis, proxyLimitRange, type CountingRule } from '#shared/features/activity/rules.ts'
import type { EstateRules, EstateRulesDraft } from '#shared/features/estate-rules/contract.ts'
import { clauseNames, estateRulesLimits as limits, noticeDaysRange, versionName, type ClauseField, type Clauses } from '#shared/features/estate-rules/rules.ts'
import { uploadMessages } from '#shared/features/file/rules.ts'
import { dayFault } from '#shared/time/chinaTime.ts'
import { Act } from '../../app-context/Act.tsx'
import { useNavigate } from '../../app-context/navigation.ts'
import { estatePaths } from '../../app-context/paths.ts'
import { useTab } from '../../app-context/tab.ts'
import { useToasts } from '../../bridge/toasts.tsx'
import { useSend } from '../../bridge/useSend.ts'
import { DateField } from '../../ui/date/DateField.tsx'
import { fieldRules, judged } from '../../ui/fieldRules.ts'
import { PageFrame } from '../../app-context/PageFrame.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ruleName } from '../activity/parts/countingRules.ts'
import { PolicyRows } from '../activity/parts/deliveryPolicy/PolicyRows.tsx'
import { DocumentField } from '../file/parts/attachments/AttachmentField.tsx'
import { RulesPage } from './RulesPage.tsx'
import styles from './estateRules.module.css'

/** The form for a new version; fields are named as in the draft. */
interface RulesForm {
  readonly title: string
  readonly effectiveFrom: string
  readonly countingRule: CountingRule | null
  readonly ruleBasis: string
  readonly proxyLimit: number | null
  readonly deliveryPolicy: DeliveryPolicy
  readonly seatOrder: SeatOrder | null
  readonly noticeDays: number | null
  readonly clauses: Clauses
  readonly files: EstateRules['files']
}

/** A copy of the last version, with its effective date still to be chosen. */
function rulesFormOf(last: EstateRules | null): RulesForm {
  return {
    title: last?.title ?? '业主大会议事规则',
    effectiveFrom: '',
    countingRule: last?.countingRule ?? null,
    ruleBasis: last?.ruleBasis ?? '',
    proxyLimit: last?.proxyLimit ?? null,
    deliveryPolicy: last?.deliveryPolicy ?? [],
    seatOrder: last?.seatOrder ?? null,
    noticeDays: last?.noticeDays ?? null,
    clauses: last?.clauses ?? { votetype: '', deliverypolicy: '', proxylimit: '', seatorder: '', noticedays: '' },
    files: last?.files ?? [],
  }
}

/** The version described by a valid form. */
function rulesDraftOf(estateId: string, { countingRule, noticeDays, ...form }: RulesForm): EstateRulesDraft {
  if (countingRule === null || noticeDays === null) throw new Error('a form with faults describes no rules')
  const policy = form.deliveryPolicy.map((rule) => ({ ...rule, clause: rule.clause.trim(), evidence: [...rule.evidence] }))
  return { ...form, estateId, countingRule, noticeDays, deliveryPolicy: policy, files: form.files.map(({ name, url }) => ({ name, url })) }
}

/** The form for a new version of an estate's rules, based on the last. */
export function RulesInputScreen() {
  return (
    <RulesPage>
      {(estate, rules) => (
        <PageFrame about={estate.name}>
          <VersionForm estateId={estate.id} newest={rules[0] ?? null} />
        </PageFrame>
      )}
    </RulesPage>
  )
}

function VersionForm({ estateId, newest }: { readonly estateId: string; readonly newest: EstateRules | null }) {
  // The initial values stay even if another version is added meanwhile.
  const [last] = useState(newest)
  const [form] = Form.useForm<RulesForm>()
  const formId = useId()
  const navigate = useNavigate()
  const tab = useTab()
  const toasts = useToasts()
  const waiting = useRef(0)
  const [isDirty, setIsDirty] = useState(false)
  const save = useSend('estateRules.save', { refreshes: ['estateRules.list'], success: ({ version }) => `已登记议事规则${versionName(version)}` })
  useUnsaved(isDirty)
  const leave = () => {
    tab?.close()
    navigate(estatePaths.rules(estateId))
  }
  const submit = async () => {
    if (waiting.current > 0) {
      toasts.failure({ kind: 'local', message: uploadMessages.waiting })
      return
    }
    // Includes fields not currently rendered.
    if ((await save.send({ body: rulesDraftOf(estateId, form.getFieldsValue(true) as RulesForm) })).ok) leave()
  }
  return (
    <Form<RulesForm>
      form={form}
      name={formId}
      className={styles.form}
      layout="vertical"
      initialValues={rulesFormOf(last)}
      validateTrigger="onBlur"
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setIsDirty(true)}
      onFinish={() => void submit()}
    >
      <Alert
        className={styles.about}
        type="info"
        showIcon
        title={last === null ? '登记后不能修改，议事规则有变动时再新增一版' : `已按${versionName(last.version)}填好，请改有变动的各项；登记后不能修改`}
      />
      <DecidedFields />
      <h2>{clauseNames.deliverypolicy}</h2>
      <Form.Item<RulesForm>
        name="deliveryPolicy"
        validateTrigger="onChange"
        rules={[judged((policy: RulesForm['deliveryPolicy']) => policyErrors(policy)[0]?.message ?? null)]}
      >
        <PolicyRows />
      </Form.Item>
      <ClauseInput field="deliverypolicy" />
      <h2>原文</h2>
      <Form.Item<RulesForm> name="files">
        <DocumentField label="原文" onPending={(isPending) => (waiting.current += isPending ? 1 : -1)} />
      </Form.Item>
      <Flex gap="small">
        <Act text="提交" type="primary" htmlType="submit" loading={save.isSending} />
        <Act text="返回议事规则" to={estatePaths.rules(estateId)} />
      </Flex>
    </Form>
  )
}

/** The rules, each with its clause. */
function DecidedFields() {
  return (
    <div className={styles.fields}>
      <Form.Item<RulesForm> name="title" label="名称" rules={fieldRules(limits.title)} validateFirst>
        <Input autoFocus autoComplete="off" placeholder="例如：业主大会议事规则（2026年修订）" />
      </Form.Item>
      <Form.Item<RulesForm> name="effectiveFrom" label="生效日期" required rules={[judged((day: string) => dayFault('生效日期', day))]}>
        <DateField precision="day" placeholder="请选择生效日期" />
      </Form.Item>
      <Form.Item<RulesForm>
        name="countingRule"
        label={clauseNames.votetype}
        required
        rules={[judged((rule) => (rule === null ? activityMessages.countingRule : null))]}
      >
        <Select placeholder="请选择计票方式" options={COUNTING_RULES.map((rule) => ({ value: rule, label: ruleName(rule) }))} />
      </Form.Item>
      <ClauseInput field="votetype" />
      <BasisField />
      <Form.Item<RulesForm> name="proxyLimit" label={proxyLimitRange.label} extra="留空为不限，0 为不接受委托">
        <InputNumber min={proxyLimitRange.min} max={proxyLimitRange.max} precision={0} placeholder="不限" suffix="票" />
      </Form.Item>
      <ClauseInput field="proxylimit" />
      <Form.Item<RulesForm> name="seatOrder" label={clauseNames.seatorder} getValueProps={(order) => ({ value: order ?? 0 })} getValueFromEvent={orderOf}>
        <Radio.Group options={[{ value: 0, label: '未约定' }, ...SEAT_ORDERS.map((order) => ({ value: order, label: seatOrderNames[order] }))]} />
      </Form.Item>
      <ClauseInput field="seatorder" />
      <Form.Item<RulesForm>
        name="noticeDays"
        label={noticeDaysRange.label}
        required
        rules={[judged((days) => (days === null ? '请填写表决公告天数，没有约定的填0' : null))]}
        extra="开启投票前，表决公告须公示满多少日；没有约定的填 0"
      >
        <InputNumber min={noticeDaysRange.min} max={noticeDaysRange.max} precision={0} suffix="日" />
      </Form.Item>
      <ClauseInput field="noticedays" />
    </div>
  )
}

function BasisField() {
  const countingRule: CountingRule | null | undefined = Form.useWatch('countingRule')
  const isBasisRequired = countingRule !== null && countingRule !== undefined && needsRuleBasis(countingRule)
  return (
    <Form.Item<RulesForm>
      className={styles.wide}
      name="ruleBasis"
      label="议事规则依据"
      required={isBasisRequired}
      dependencies={['countingRule']}
      rules={fieldRules(activityLimits.ruleBasis, isBasisRequired ? activityLimits.ruleBasis.missing : null)}
      extra="允许这样计票的条款，新建投票时填进活动，写进统计报告"
    >
      <Input autoComplete="off" placeholder="例如：《业主大会议事规则》第二十三条" />
    </Form.Item>
  )
}

const orderOf = ({ target }: { readonly target: { readonly value: number } }): RulesForm['seatOrder'] =>
  SEAT_ORDERS.find((order) => order === target.value) ?? null

/** The clause of a rule. */
function ClauseInput({ field }: { readonly field: ClauseField }) {
  return (
    <Form.Item name={['clauses', field]} label={`${clauseNames[field]}的条款`} rules={fieldRules(limits.clause)}>
      <Input autoComplete="off" placeholder="例如：第九条，可不填" />
    </Form.Item>
  )
}
