import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Form, Input, Radio } from 'antd'
import { memo, useState } from 'react'
import { activityLimits, answersOf, TopicType, type VoteModel, answerNames } from '#shared/features/activity/rules.ts'
import { useConfirmDelete } from '../../../ui/useConfirmDelete.tsx'
import { DragHandle } from '../../../ui/sortable/DragHandle.tsx'
import { useSortableItem } from '../../../ui/sortable/useSortableItem.ts'
import { topicField } from './activityFaults.ts'
import { optionsOf, topicName, type TopicForm } from './activityForm.ts'
import { AttachedSlots, attachedWords } from './AttachedSlots.tsx'
import { useFormTools } from './formContext.ts'
import { MoveButtons } from './MoveButtons.tsx'
import { LawItemField } from './LawItemField.tsx'
import { OptionRows } from './OptionRows.tsx'
import { SeatsField } from './SeatsField.tsx'
import styles from '../activity.module.css'

interface TopicCardProps {
  readonly topic: TopicForm
  readonly index: number
  readonly count: number
}

/** One topic with its options; rendered again only when something of it has changed, and not with each change of another one. */
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

/** Whether the topic itself or each option is voted on, and with which buttons. */
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

/** The buttons that the owner gets. */
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
