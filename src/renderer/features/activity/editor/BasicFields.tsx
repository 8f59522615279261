import { Button, Flex, Form, Input, InputNumber, Select, Switch } from 'antd'
import { activityLimits, COUNTING_RULES, proxyLimitRange, secondEntry, type CountingRule, type SecondEntry } from '#shared/features/activity/rules.ts'
import { PROPOSED_PROXY_LIMIT, proxyLimitSource } from '#shared/features/proxy/rules.ts'
import { DateField } from '../../../ui/date/DateField.tsx'
import { quorumWords, ruleName, ruleWords } from '../parts/countingRules.ts'
import type { ruleBasisUse } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import { RuleNote } from './FormRules.tsx'
import styles from '../activity.module.css'

interface BasicFieldsProps {
  /** Whether it is a new activity: then the title is focused. */
  readonly isNew: boolean
  readonly countingRule: CountingRule | null
  /** Whether a clause of the 议事规则 must or may be given. */
  readonly ruleBasis: ReturnType<typeof ruleBasisUse>
  readonly estates: readonly { readonly id: string; readonly name: string }[]
}

/** Title, estate, counting rule, time, summary and detail. */
export function BasicFields({ isNew, countingRule, ruleBasis, estates }: BasicFieldsProps) {
  const { dispatch, rules } = useFormTools()
  return (
    <div className={styles.fields}>
      <Form.Item className={styles.fieldWide} name="title" label="标题" required rules={rules('title')}>
        <Input autoFocus={isNew} placeholder="例如：翠湖花园2026年第一次业主大会" count={{ show: true, max: activityLimits.title.max }} />
      </Form.Item>
      <Form.Item name="estateId" label="小区" required rules={rules('estateId')} getValueProps={(id: string) => ({ value: id === '' ? null : id })}>
        <Select
          placeholder="请选择小区"
          onChange={(chosen: string) => dispatch({ type: 'estateChosen', estateId: chosen })}
          options={estates.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent="没有这个名称的小区"
        />
      </Form.Item>
      <Form.Item name="countingRule" label="计票方式" required rules={rules('countingRule')} extra={<RuleNote field="votetype" />}>
        <Select<CountingRule | null, RuleOption> placeholder="请选择计票方式" options={ruleOptions} optionRender={renderRule} listHeight={340} />
      </Form.Item>
      {countingRule === null ? null : <RuleMeaning rule={countingRule} />}
      {ruleBasis === 'none' ? null : <RuleBasisField use={ruleBasis} />}
      <TimeField name="startsAt" label="开始时间" />
      <TimeField name="endsAt" label="结束时间" after="startsAt" />
      <ProxyLimitField />
      <Form.Item
        className={styles.fieldWide}
        name="secondEntry"
        label={secondEntry.label}
        extra="有纸质选票的投票都由另一人再录一遍，两遍一致或差异已裁定后才能结束投票"
        getValueProps={(asked: SecondEntry) => ({ checked: asked === 1 })}
        getValueFromEvent={(isChecked: boolean): SecondEntry => (isChecked ? 1 : 0)}
      >
        <Switch aria-label={secondEntry.label} />
      </Form.Item>
      <Form.Item className={styles.fieldWide} name="summary" label="简介" rules={rules('summary')}>
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 4 }}
          placeholder="一两句话说明为什么表决，会写进会议公告"
          count={{ show: true, max: activityLimits.summary.max }}
        />
      </Form.Item>
      <Form.Item className={styles.fieldWide} name="detail" label="详情" rules={rules('detail')}>
        <Input.TextArea
          autoSize={{ minRows: 4, maxRows: 14 }}
          placeholder="方案、预算、候选人情况等详细说明"
          count={{ show: true, max: activityLimits.detail.max }}
        />
      </Form.Item>
    </div>
  )
}

const basisWords = {
  required: '本小区议事规则中允许这样计票的条款，会写进统计报告',
  elections: '本小区议事规则中规定当选排序的条款，会写进统计报告；法律没有规定按人数还是按面积排序',
  rules: '本小区议事规则中的条款，会写进统计报告，可不填',
} as const

function RuleBasisField({ use }: { readonly use: keyof typeof basisWords }) {
  const { rules } = useFormTools()
  return (
    <Form.Item
      className={styles.fieldWide}
      name="ruleBasis"
      label="议事规则依据"
      required={use === 'required'}
      rules={rules('ruleBasis')}
      extra={
        <>
          <RuleNote field="rulebasis" /> {basisWords[use]}
        </>
      }
    >
      <Input placeholder="例如：《业主大会议事规则》第二十三条" count={{ show: true, max: activityLimits.ruleBasis.max }} />
    </Form.Item>
  )
}

interface RuleOption {
  readonly value: CountingRule
  readonly label: string
}
const ruleOptions: RuleOption[] = COUNTING_RULES.map((rule) => ({ value: rule, label: ruleName(rule) }))

const renderRule = ({ data }: { readonly data: RuleOption }) => <RuleChoice rule={data.value} />

function RuleChoice({ rule }: { readonly rule: CountingRule }) {
  const { silent, passes } = ruleWords[rule]
  return (
    <div className={styles.ruleChoice}>
      <div>{ruleName(rule)}</div>
      <div className={styles.ruleChoiceWords}>
        {passes}；{silent}
      </div>
    </div>
  )
}

/** Explains the chosen counting rule. */
function RuleMeaning({ rule }: { readonly rule: CountingRule }) {
  const { participants, silent, passes } = ruleWords[rule]
  return (
    <div className={`${styles.ruleMeaning} ${styles.fieldWide}`} role="note" aria-label="计票方式说明">
      <p>
        {participants}；{silent}。
      </p>
      <p>{quorumWords}。</p>
      <p>{passes}。</p>
    </div>
  )
}

/** Never prefilled: the limit is a local rule. */
function ProxyLimitField() {
  const form = Form.useFormInstance()
  const { label, min, max } = proxyLimitRange
  return (
    <Form.Item
      className={styles.fieldWide}
      label={label}
      extra={
        <>
          <RuleNote field="proxylimit" /> 留空为不限，0 为不接受委托。{proxyLimitSource}
        </>
      }
    >
      <Flex gap="small" align="center">
        <Form.Item name="proxyLimit" noStyle>
          <InputNumber aria-label={label} min={min} max={max} precision={0} placeholder="不限" suffix="票" />
        </Form.Item>
        <Button onClick={() => form.setFieldValue('proxyLimit', PROPOSED_PROXY_LIMIT)}>填 {PROPOSED_PROXY_LIMIT} 票</Button>
      </Flex>
    </Form.Item>
  )
}

interface TimeFieldProps {
  readonly name: 'startsAt' | 'endsAt'
  readonly label: string
  /** The field that must precede this time. */
  readonly after?: 'startsAt'
}

function TimeField({ name, label, after }: TimeFieldProps) {
  const { rules } = useFormTools()
  return (
    <Form.Item name={name} label={label} required rules={rules(name)} {...(after ? { dependencies: [after] } : {})}>
      <DateField precision="second" placeholder={`请选择${label}`} />
    </Form.Item>
  )
}
