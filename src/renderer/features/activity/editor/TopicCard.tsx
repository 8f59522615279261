import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Form, Input, Radio, Select, Checkbox, InputNumber } from 'antd'
import { memo, useContext, useState } from 'react'
import { activityLimits, answersOf, TopicType, type VoteModel, answerNames } from '#shared/features/activity/rules.ts'
import { LineAct } from '../../../app-context/Act.tsx'
import { useConfirmDelete } from '../../../ui/useConfirmDelete.tsx'
import { DragHandle } from '../../../ui/sortable/DragHandle.tsx'
import { useSortableItem } from '../../../ui/sortable/useSortableItem.ts'
import { topicField, seatsField } from './activityFaults.ts'
import { optionsOf, topicName, type TopicForm, isElection } from './activityForm.ts'
import { AttachedSlots, attachedWords } from './AttachedSlots.tsx'
import { useFormTools } from './formContext.ts'
import { MoveButtons } from './MoveButtons.tsx'
import { OptionRows } from './OptionRows.tsx'
import { FormRulesContext, RuleNote } from './FormRules.tsx'
import styles from '../activity.module.css'
import { LAW_ITEMS, lawItemLabel, needsThreeQuarters, proposedLawItem, type LawItem } from '#shared/features/activity/law.ts'
import { DEFAULT_SEAT_ORDER, MAX_SEATS, proposedSeats, SEAT_ORDERS, seatOrderNames } from '#shared/features/activity/elections.ts'

interface TopicCardProps {
  readonly topic: TopicForm
  readonly index: number
  readonly count: number
}

/** A topic with its options; memoised, so that changes of other topics do not re-render it. */
export const TopicCard = memo(TopicCardBody)

function TopicCardBody({ topic, index, count }: TopicCardProps) {
  const { dispatch, rules } = useFormTools()
  const [showsAttached, setShowsAttached] = useState(topic.pictures.length + topic.files.length > 0)
  const { key } = topic
  const name = topicName(index)
  const { element, handle } = useSortableItem(key, styles.topicCard)
  return (
    <div {...element} role="group" aria-label={name}>
      <div className={styles.topicHead}>
        <DragHandle name={name} handle={handle} />
        <h3>{name}</h3>
        <span className={styles.topicTools}>
          <Button
            type="text"
            size="small"
            icon={<PaperClipOutlined aria-hidden />}
            aria-expanded={showsAttached}
            aria-label={`${name} ${attachedWords(topic)}`}
            onClick={() => setShowsAttached(!showsAttached)}
          >
            {attachedWords(topic)}
          </Button>
          <MoveButtons id={key} name={name} index={index} count={count} onMove={(to) => dispatch({ type: 'topicMoved', from: index, to })} />
          <RemoveTopic topic={topic} name={name} />
        </span>
      </div>
      <Form.Item name={['topics', index, 'title']} required rules={rules(topicField(key))}>
        <Input
          aria-label={`${name} 标题`}
          placeholder="请输入议题标题，例如：是否同意使用维修资金更新电梯"
          count={{ show: true, max: activityLimits.topicTitle.max }}
        />
      </Form.Item>
      <TopicKind topic={topic} index={index} />
      <LawItemField topic={topic} index={index} />
      {topic.topicType === TopicType.options ? (
        <>
          <SeatsField topic={topic} index={index} />
          <OptionRows topic={topic} topicIndex={index} topicName={name} />
        </>
      ) : null}
      {showsAttached ? <AttachedSlots of={name} path={['topics', index]} /> : null}
    </div>
  )
}

const voteModels = (Object.keys(answersOf).map(Number) as VoteModel[]).toReversed()

/** Whether the topic itself or each option is voted on, and the answers offered. */
function TopicKind({ topic: { key }, index }: { readonly topic: TopicForm; readonly index: number }) {
  const { dispatch, newKey } = useFormTools()
  const name = topicName(index)
  return (
    <div className={styles.topicKind}>
      <div>
        <div className={styles.fieldLabel} data-testid="field-label">
          表决对象
        </div>
        <Form.Item name={['topics', index, 'topicType']} noStyle>
          <Radio.Group
            aria-label={`${name} 表决对象`}
            onChange={(event) => dispatch({ type: 'topicTyped', key, topicType: event.target.value as TopicType, optionKey: newKey() })}
            options={[
              { value: TopicType.topic, label: '议题表决：对议题本身表决' },
              { value: TopicType.options, label: '选项表决：对每个选项分别表决' },
            ]}
          />
        </Form.Item>
      </div>
      <div>
        <div className={styles.fieldLabel} data-testid="field-label">
          表决方式（业主可选的意见）
        </div>
        <Form.Item name={['topics', index, 'voteModel']} noStyle>
          <Radio.Group aria-label={`${name} 表决方式`} options={voteModels.map((model) => ({ value: model, label: <AnswerSet voteModel={model} /> }))} />
        </Form.Item>
      </div>
    </div>
  )
}

/** The answers offered to the owner. */
function AnswerSet({ voteModel }: { readonly voteModel: VoteModel }) {
  const names = answersOf[voteModel].map((answer) => answerNames[answer])
  return (
    <span className={styles.answerSet} data-testid="answers" aria-label={names.join('、')}>
      {names.map((name) => (
        <span key={name} className={styles.answerChip}>
          {name}
        </span>
      ))}
    </span>
  )
}

function RemoveTopic({ topic, name }: { readonly topic: TopicForm; readonly name: string }) {
  const { dispatch } = useFormTools()
  const confirmDelete = useConfirmDelete()
  const { key, title, pictures, files } = topic
  const options = optionsOf(topic).filter((option) => option.title.trim() !== '')
  const remove = () => dispatch({ type: 'topicRemoved', key })
  const askToRemove = () => {
    if (title.trim() === '' && options.length + pictures.length + files.length === 0) remove()
    else
      confirmDelete({
        destroyed: `${name}“${title}”${options.length > 0 ? `和它的 ${options.length} 个选项` : ''}`,
        onConfirm: async () => remove(),
      })
  }
  return <Button type="text" size="small" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除${name}`} title={`删除${name}`} onClick={askToRemove} />
}

/** The statutory item that decides the topic's majority; a match for the title is proposed, but applied only by a click. */
function LawItemField({ topic: { key, title, lawItem }, index }: { readonly topic: TopicForm; readonly index: number }) {
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
          listHeight={340}
          popupMatchSelectWidth={false}
        />
      </Form.Item>
      {lawItem === null ? null : <p className={styles.topicLawWords}>{majorityWords(lawItem)}；议事规则要求更高比例的，请改选“按活动的计票方式”。</p>}
      {proposed === null ? null : (
        <p className={styles.topicLawWords} role="note" aria-label={`${name} 法定事项建议`}>
          按标题，这可能是{lawItemLabel(proposed)}：{majorityWords(proposed)}。
          <LineAct text="采用" onClick={() => dispatch({ type: 'lawItemTaken', key, lawItem: proposed })} />
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

/** Whether the options compete for seats, the number of seats, and the order of those elected. */
function SeatsField({ topic, index }: { readonly topic: TopicForm; readonly index: number }) {
  const { dispatch } = useFormTools()
  const seatOrder = useContext(FormRulesContext)?.rules.seatOrder ?? DEFAULT_SEAT_ORDER
  return (
    <div className={styles.topicSeats}>
      <Checkbox
        checked={isElection(topic)}
        onChange={({ target }) => dispatch({ type: 'electionSwitched', key: topic.key, isElection: target.checked, seatOrder })}
      >
        选举：候选人多于应选名额，从通过的候选人中按顺序当选
      </Checkbox>
      {isElection(topic) ? <ElectionFields topic={topic} index={index} /> : null}
    </div>
  )
}

/** Seats start empty: a default would decide who is elected. */
function ElectionFields({ topic: { key, title, seats, options }, index }: { readonly topic: TopicForm; readonly index: number }) {
  const { dispatch, rules } = useFormTools()
  const name = topicName(index)
  const proposed = seats === null ? proposedSeats(title) : null
  return (
    <div className={styles.topicSeatsFields}>
      <div>
        <div className={`${styles.fieldLabel} ${styles.fieldRequired}`} data-testid="field-label">
          应选名额
        </div>
        <Form.Item className={styles.topicSeatsNumber} name={['topics', index, 'seats']} rules={rules(seatsField(key))}>
          <InputNumber aria-label={`${name} 应选名额`} min={1} max={MAX_SEATS} precision={0} placeholder="请填写" suffix="名" />
        </Form.Item>
      </div>
      <div>
        <div className={styles.fieldLabel} data-testid="field-label">
          当选排序
        </div>
        <Form.Item name={['topics', index, 'seatOrder']} noStyle>
          <Radio.Group aria-label={`${name} 当选排序`} options={SEAT_ORDERS.map((order) => ({ value: order, label: seatOrderNames[order] }))} />
        </Form.Item>
        <RuleNote field="seatorder" />
      </div>
      {proposed === null ? null : (
        <p className={styles.topicLawWords} role="note" aria-label={`${name} 应选名额建议`}>
          按标题，应选名额可能是 {proposed} 名。
          <LineAct text="采用" onClick={() => dispatch({ type: 'seatsTaken', key, seats: proposed })} />
        </p>
      )}
      <p className={styles.topicLawWords}>
        同意的候选人多于应选名额的选票，对全部候选人无效；最后一个名额上人数和面积都相同的，都不当选，须再次表决。
        {seats !== null && seats > options.length ? (
          <strong>
            应选 {seats} 名，现在只有 {options.length} 名候选人。
          </strong>
        ) : null}
      </p>
    </div>
  )
}
