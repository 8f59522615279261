import { Button, Form, Select } from 'antd'
import { LAW_ITEMS, lawItemLabel, needsThreeQuarters, proposedLawItem, type LawItem } from '#shared/features/activity/law.ts'
import { topicName, type TopicForm } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import styles from '../activity.module.css'

/** The item that decides the topic's majority; what its title sounds like is proposed, and taken only by a press. */
export function LawItemField({ topic: { key, title, lawItem }, index }: { readonly topic: TopicForm; readonly index: number }) {
  const { dispatch } = useFormTools()
  const name = topicName(index)
  const proposed = lawItem === null ? proposedLawItem(title) : null
  return (
    <div className={styles.topicLaw}>
      <div className={styles.fieldLabel} data-testid="field-label">
        法定事项（决定通过比例）
      </div>
      <Form.Item
        name={['topics', index, 'lawItem']}
        noStyle
        getValueProps={(item: LawItem | null) => ({ value: item ?? 0 })}
        getValueFromEvent={(chosen: number) => LAW_ITEMS.find((item) => item === chosen) ?? null}
      >
        <Select<number, LawChoice>
          aria-label={`${name} 法定事项`}
          options={choices}
          optionRender={renderChoice}
          listHeight={420}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
      {lawItem === null ? null : <p className={styles.topicLawWords}>{majorityWords(lawItem)}；议事规则要求更高比例的，请改选“按活动的计票方式”。</p>}
      {proposed === null ? null : (
        <p className={styles.topicLawWords} role="note" aria-label={`${name} 法定事项建议`}>
          按标题，这可能是{lawItemLabel(proposed)}：{majorityWords(proposed)}。
          <Button type="link" size="small" onClick={() => dispatch({ type: 'lawItemTaken', key, lawItem: proposed })}>
            采用
          </Button>
        </p>
      )}
    </div>
  )
}

interface LawChoice {
  readonly value: number
  readonly label: string
}
const choices: LawChoice[] = [{ value: 0, label: '按活动的计票方式' }, ...LAW_ITEMS.map((item) => ({ value: item, label: lawItemLabel(item) }))]

const majorityWords = (item: LawItem): string =>
  needsThreeQuarters(item) ? '参加表决的人数和面积四分之三以上同意才通过' : '参加表决的人数和面积过半数同意即通过'

function renderChoice({ data: { value, label } }: { readonly data: LawChoice }) {
  const item = LAW_ITEMS.find((each) => each === value)
  return (
    <div className={styles.ruleChoice}>
      <div>{label}</div>
      <div className={styles.ruleChoiceWords}>{item === undefined ? '不按法定事项区分，或者议事规则要求更高的比例' : majorityWords(item)}</div>
    </div>
  )
}
