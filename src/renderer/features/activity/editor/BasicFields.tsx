import { DatePicker, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { activityLimits, COUNTING_RULES, needsRuleBasis, type CountingRule } from '#shared/features/activity/rules.ts'
import { quorumWords, ruleName, ruleWords } from '../parts/countingRules.ts'
import type { ActivityForm } from './activityForm.ts'
import { Field } from './Field.tsx'
import { useFormTools, type ShownFaults } from './formContext.ts'

interface BasicFieldsProps {
  readonly form: ActivityForm
  readonly estates: readonly { readonly id: string; readonly name: string }[]
  readonly faults: ShownFaults
}

/** Title, estate, counting rule, time, summary and detail. */
export function BasicFields({ form, estates, faults }: BasicFieldsProps) {
  const { dispatch, touch, idOf } = useFormTools()
  const { title, estateId, countingRule, ruleBasis, summary, detail } = form
  const change = (changed: Partial<Omit<ActivityForm, 'estateId' | 'topics'>>) => dispatch({ type: 'changed', change: changed })
  return (
    <div className="fields">
      <Field id={idOf('title')} label="标题" isRequired isWide fault={faults.get('title')}>
        {(control, status) => (
          <Input
            {...control}
            {...status}
            autoFocus={title === ''}
            placeholder="例如：翠湖花园2026年第一次业主大会"
            value={title}
            count={{ show: true, max: activityLimits.title.max }}
            onChange={(event) => change({ title: event.target.value })}
            onBlur={() => touch('title')}
          />
        )}
      </Field>
      <Field id={idOf('estateId')} label="小区" isRequired fault={faults.get('estateId')}>
        {(control, status) => (
          <Select
            {...control}
            {...status}
            placeholder="请选择小区"
            value={estateId === '' ? null : estateId}
            onChange={(chosen: string) => dispatch({ type: 'estateChosen', estateId: chosen })}
            onBlur={() => touch('estateId')}
            options={estates.map(({ id, name }) => ({ value: id, label: name }))}
            showSearch={{ optionFilterProp: 'label' }}
            notFoundContent="没有这个名称的小区"
          />
        )}
      </Field>
      <Field id={idOf('countingRule')} label="计票方式" isRequired fault={faults.get('countingRule')}>
        {(control, status) => (
          <Select<CountingRule | null, RuleOption>
            {...control}
            {...status}
            placeholder="请选择计票方式"
            value={countingRule}
            onChange={(chosen) => change({ countingRule: chosen })}
            onBlur={() => touch('countingRule')}
            options={ruleOptions}
            optionRender={renderRule}
            listHeight={420}
            classNames={{ popup: { root: 'rule-choices' } }}
          />
        )}
      </Field>
      {countingRule === null ? null : <RuleMeaning rule={countingRule} />}
      {countingRule !== null && needsRuleBasis(countingRule) ? (
        <Field
          id={idOf('ruleBasis')}
          label="议事规则依据"
          isRequired
          isWide
          fault={faults.get('ruleBasis')}
          hint="本小区议事规则中允许这样计票的条款，会写进统计报告"
        >
          {(control, status) => (
            <Input
              {...control}
              {...status}
              placeholder="例如：《业主大会议事规则》第二十三条"
              value={ruleBasis}
              count={{ show: true, max: activityLimits.ruleBasis.max }}
              onChange={(event) => change({ ruleBasis: event.target.value })}
              onBlur={() => touch('ruleBasis')}
            />
          )}
        </Field>
      ) : null}
      <TimeField name="startsAt" label="开始时间" value={form.startsAt} faults={faults} onChange={(startsAt) => change({ startsAt })} />
      <TimeField name="endsAt" label="结束时间" value={form.endsAt} faults={faults} onChange={(endsAt) => change({ endsAt })} />
      <Field id={idOf('summary')} label="简介" isWide fault={faults.get('summary')}>
        {(control, status) => (
          <Input.TextArea
            {...control}
            {...status}
            autoSize={{ minRows: 2, maxRows: 4 }}
            placeholder="一两句话说明为什么表决，会印在表决票上"
            value={summary}
            count={{ show: true, max: activityLimits.summary.max }}
            onChange={(event) => change({ summary: event.target.value })}
            onBlur={() => touch('summary')}
          />
        )}
      </Field>
      <Field id={idOf('detail')} label="详情" isWide fault={faults.get('detail')}>
        {(control, status) => (
          <Input.TextArea
            {...control}
            {...status}
            autoSize={{ minRows: 4, maxRows: 14 }}
            placeholder="方案、预算、候选人情况等详细说明"
            value={detail}
            count={{ show: true, max: activityLimits.detail.max }}
            onChange={(event) => change({ detail: event.target.value })}
            onBlur={() => touch('detail')}
          />
        )}
      </Field>
    </div>
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
    <div className="rule-choice">
      <div>{ruleName(rule)}</div>
      <div className="rule-choice-words">
        {passes}；{silent}
      </div>
    </div>
  )
}

/** What the chosen rule means. */
function RuleMeaning({ rule }: { readonly rule: CountingRule }) {
  const { participants, silent, passes } = ruleWords[rule]
  return (
    <div className="rule-meaning field-wide" role="note" aria-label="计票方式说明">
      <p>
        {participants}；{silent}。
      </p>
      <p>{quorumWords}。</p>
      <p>{passes}。</p>
    </div>
  )
}

const WRITTEN = 'YYYY-MM-DD HH:mm:ss'
/** What a day that is chosen begins with (`console.md` section 9). */
const noon = dayjs('2000-01-01 12:00:00')

interface TimeFieldProps {
  readonly name: 'startsAt' | 'endsAt'
  readonly label: string
  readonly value: string
  readonly faults: ShownFaults
  readonly onChange: (written: string) => void
}

function TimeField({ name, label, value, faults, onChange }: TimeFieldProps) {
  const { touch, idOf } = useFormTools()
  return (
    <Field id={idOf(name)} label={label} isRequired fault={faults.get(name)}>
      {(control, status) => (
        <DatePicker
          {...control}
          {...status}
          className="time-field"
          placeholder={`请选择${label}`}
          format={WRITTEN}
          showTime={{ defaultOpenValue: noon }}
          needConfirm={false}
          value={value === '' ? null : dayjs(value)}
          onChange={(moment) => onChange(moment === null ? '' : moment.format(WRITTEN))}
          onBlur={() => touch(name)}
        />
      )}
    </Field>
  )
}
