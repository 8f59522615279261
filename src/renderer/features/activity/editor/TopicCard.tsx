import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Input, Radio } from 'antd'
import { memo, useState } from 'react'
import { activityLimits, answersOf, TopicType, type VoteModel } from '#shared/features/activity/rules.ts'
import { answerNames } from '../parts/choices/choices.ts'
import { useConfirmDelete } from '../../../ui/useConfirmDelete.tsx'
import { DragHandle } from '../../../ui/sortable/DragHandle.tsx'
import { useSortableItem } from '../../../ui/sortable/useSortableItem.ts'
import { topicField } from './activityFaults.ts'
import { optionsOf, type TopicForm } from './activityForm.ts'
import { AttachedSlots, attachedWords } from './AttachedSlots.tsx'
import { FaultLine } from './Field.tsx'
import { useFormTools, type ShownFaults } from './formContext.ts'
import { MoveButtons } from './MoveButtons.tsx'
import { OptionRows } from './OptionRows.tsx'

interface TopicCardProps {
  readonly topic: TopicForm
  readonly index: number
  readonly count: number
  /** Those of this topic and its options. */
  readonly faults: ShownFaults
}

/** What a topic is called by its place. */
export const topicName = (index: number): string => `议题 ${index + 1}`

/** One topic with its options; drawn anew only when something of it has changed. */
export const TopicCard = memo(TopicCardBody, (before, after) => {
  const { topic, index, count, faults } = after
  const isSame = before.topic === topic && before.index === index && before.count === count
  return isSame && before.faults.size === faults.size && [...faults].every(([field, message]) => before.faults.get(field) === message)
})

function TopicCardBody({ topic, index, count, faults }: TopicCardProps) {
  const { dispatch, touch, idOf } = useFormTools()
  const [showsAttached, setShowsAttached] = useState(topic.pictures.length + topic.files.length > 0)
  const { key, title } = topic
  const name = topicName(index)
  const item = useSortableItem(key)
  const field = topicField(key)
  const id = idOf(field)
  const fault = faults.get(field)
  return (
    <div ref={item.ref} className={`topic-card ${item.className}`} style={item.style} role="group" aria-label={name}>
      <div className="topic-head">
        <DragHandle name={name} item={item} />
        <h3>{name}</h3>
        <span className="topic-tools">
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
          <MoveButtons id={id} name={name} index={index} count={count} onMove={(to) => dispatch({ type: 'topicMoved', from: index, to })} />
          <RemoveTopic topic={topic} name={name} />
        </span>
      </div>
      <Input
        id={id}
        aria-label={`${name} 标题`}
        aria-required
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        placeholder="请输入议题标题，例如：是否同意使用维修资金更新电梯"
        value={title}
        count={{ show: true, max: activityLimits.topicTitle.max }}
        {...(fault === undefined ? {} : { status: 'error' as const })}
        onChange={(event) => dispatch({ type: 'topicChanged', key, change: { title: event.target.value } })}
        onBlur={() => touch(field)}
      />
      <FaultLine id={`${id}-fault`} fault={fault} />
      <TopicKind topic={topic} name={name} />
      {topic.topicType === TopicType.options ? <OptionRows topic={topic} topicName={name} faults={faults} /> : null}
      {showsAttached ? <AttachedSlots of={name} attached={topic} onChange={(change) => dispatch({ type: 'topicChanged', key, change })} /> : null}
    </div>
  )
}

const voteModels = (Object.keys(answersOf).map(Number) as VoteModel[]).toReversed()

/** Whether the topic itself or each option is voted on, and with which buttons. */
function TopicKind({ topic: { key, topicType, voteModel }, name }: { readonly topic: TopicForm; readonly name: string }) {
  const { dispatch, newKey } = useFormTools()
  return (
    <div className="topic-kind">
      <div>
        <div className="field-label">表决对象</div>
        <Radio.Group
          aria-label={`${name} 表决对象`}
          value={topicType}
          onChange={(event) => dispatch({ type: 'topicTyped', key, topicType: event.target.value as TopicType, optionKey: newKey() })}
          options={[
            { value: TopicType.topic, label: '议题表决：对议题本身表决' },
            { value: TopicType.options, label: '选项表决：对每个选项分别表决' },
          ]}
        />
      </div>
      <div>
        <div className="field-label">表决方式（业主可选的意见）</div>
        <Radio.Group
          aria-label={`${name} 表决方式`}
          value={voteModel}
          onChange={(event) => dispatch({ type: 'topicChanged', key, change: { voteModel: event.target.value as VoteModel } })}
          options={voteModels.map((model) => ({ value: model, label: <AnswerSet voteModel={model} /> }))}
        />
      </div>
    </div>
  )
}

/** The buttons that the owner gets. */
function AnswerSet({ voteModel }: { readonly voteModel: VoteModel }) {
  const names = answersOf[voteModel].map((answer) => answerNames[answer])
  return (
    <span className="answer-set" aria-label={names.join('、')}>
      {names.map((name) => (
        <span key={name} className="answer-chip">
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
