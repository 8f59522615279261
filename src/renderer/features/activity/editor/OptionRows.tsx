import { DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { activityLimits } from '#shared/features/activity/rules.ts'
import { isComposing } from '../../../ui/composing.ts'
import { useConfirmDelete } from '../../../ui/useConfirmDelete.tsx'
import { DragHandle } from '../../../ui/sortable/DragHandle.tsx'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { useSortableItem } from '../../../ui/sortable/useSortableItem.ts'
import { optionField, optionsField } from './activityFaults.ts'
import type { OptionForm, TopicForm } from './activityForm.ts'
import { AddButton } from './AddButton.tsx'
import { AttachedSlots, attachedWords } from './AttachedSlots.tsx'
import { changeAndFocus } from './changeAndFocus.ts'
import { useFormTools } from './formContext.ts'
import { MoveButtons } from './MoveButtons.tsx'
import styles from '../activity.module.css'

interface OptionRowsProps {
  readonly topic: TopicForm
  /** The topic's index. */
  readonly topicIndex: number
  /** `议题 1`. */
  readonly topicName: string
}

/** The options of a topic that votes on options. Enter in a title goes to the next option, or adds one. */
export function OptionRows({ topic, topicIndex, topicName }: OptionRowsProps) {
  const { dispatch, idOf, newKey, rules } = useFormTools()
  const { options } = topic
  const move = (from: number, to: number) => dispatch({ type: 'optionMoved', topicKey: topic.key, from, to })
  const add = () => changeAndFocus(() => dispatch({ type: 'optionAdded', topicKey: topic.key, key: newKey() }), titleId(options.length))
  const next = (index: number) => {
    if (index + 1 < options.length) document.getElementById(titleId(index + 1))?.focus()
    else add()
  }
  const nameOf = (index: number) => `${topicName} 选项 ${index + 1}`
  const titleId = (index: number) => idOf(['topics', topicIndex, 'options', index, 'title'])
  return (
    <div className={styles.optionRows}>
      <div className={`${styles.fieldLabel} ${styles.fieldRequired}`} data-testid="field-label">
        选项（对每个选项分别表决）
      </div>
      <SortableList ids={options.map(({ key }) => key)} nameOf={nameOf} onMove={move}>
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            topic={topic}
            option={option}
            index={index}
            name={nameOf(index)}
            topicIndex={topicIndex}
            onMove={(to) => move(index, to)}
            onEnter={() => next(index)}
          />
        ))}
      </SortableList>
      <Form.Item name={['topics', topicIndex, 'options']} rules={rules(optionsField(topic.key))}>
        <AddButton label={`${topicName} 添加选项`} text="添加选项" onAdd={add} />
      </Form.Item>
    </div>
  )
}

interface OptionRowProps {
  readonly topic: TopicForm
  readonly option: OptionForm
  readonly index: number
  /** `议题 1 选项 2`. */
  readonly name: string
  readonly topicIndex: number
  readonly onMove: (to: number) => void
  readonly onEnter: () => void
}

function OptionRow({ topic, option, index, name, topicIndex, onMove, onEnter }: OptionRowProps) {
  const { dispatch, rules } = useFormTools()
  const confirmDelete = useConfirmDelete()
  const [showsAttached, setShowsAttached] = useState(option.pictures.length + option.files.length > 0)
  const { key, title } = option
  const path = ['topics', topicIndex, 'options', index]
  const { element, handle } = useSortableItem(key, styles.optionRow)
  const remove = () => dispatch({ type: 'optionRemoved', topicKey: topic.key, key })
  const askToRemove = () => {
    const isEmpty = title.trim() === '' && option.pictures.length + option.files.length === 0
    if (isEmpty) remove()
    else confirmDelete({ destroyed: `${name}“${title}”`, onConfirm: async () => remove() })
  }
  return (
    <div {...element} role="group" aria-label={name}>
      <div className={styles.optionLine}>
        <DragHandle name={name} handle={handle} />
        <span className={`${styles.optionNumber} tabular`}>{index + 1}.</span>
        <Form.Item className={styles.optionTitle} name={[...path, 'title']} required rules={rules(optionField(key))}>
          <Input
            aria-label={`${name} 标题`}
            placeholder="请输入选项标题"
            count={{ show: title.length > activityLimits.optionTitle.max * 0.8, max: activityLimits.optionTitle.max }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
              event.preventDefault()
              onEnter()
            }}
          />
        </Form.Item>
        <Button
          type="text"
          size="small"
          icon={<PaperClipOutlined aria-hidden />}
          aria-expanded={showsAttached}
          aria-label={`${name} ${attachedWords(option)}`}
          onClick={() => setShowsAttached(!showsAttached)}
        >
          {attachedWords(option)}
        </Button>
        <MoveButtons id={key} name={name} index={index} count={topic.options.length} onMove={onMove} />
        <Button type="text" size="small" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除${name}`} title={`删除${name}`} onClick={askToRemove} />
      </div>
      {showsAttached ? <AttachedSlots of={name} path={path} /> : null}
    </div>
  )
}
