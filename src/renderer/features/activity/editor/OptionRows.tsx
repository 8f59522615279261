import { DeleteOutlined, PaperClipOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { activityLimits } from '#shared/features/activity/rules.ts'
import { isComposing } from '../../../ui/composing.ts'
import { useConfirmDelete } from '../../../ui/useConfirmDelete.tsx'
import { DragHandle } from '../../../ui/sortable/DragHandle.tsx'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { useSortableItem } from '../../../ui/sortable/useSortableItem.ts'
import { optionField, optionsField } from './activityFaults.ts'
import type { OptionForm, TopicForm } from './activityForm.ts'
import { AttachedSlots, attachedWords } from './AttachedSlots.tsx'
import { FaultLine } from './Field.tsx'
import { useFormTools, type ShownFaults } from './formContext.ts'
import { MoveButtons } from './MoveButtons.tsx'

interface OptionRowsProps {
  readonly topic: TopicForm
  /** `议题 1`. */
  readonly topicName: string
  readonly faults: ShownFaults
}

/** The options of a topic, each voted on by itself. Enter in a title goes to the next one, or adds it. */
export function OptionRows({ topic, topicName, faults }: OptionRowsProps) {
  const { dispatch, idOf, newKey } = useFormTools()
  const { options } = topic
  const move = (from: number, to: number) => dispatch({ type: 'optionMoved', topicKey: topic.key, from, to })
  const add = () => {
    const key = newKey()
    dispatch({ type: 'optionAdded', topicKey: topic.key, key })
    focusSoon(idOf(optionField(key)))
  }
  const next = (index: number) => {
    const after = options[index + 1]
    if (after) document.getElementById(idOf(optionField(after.key)))?.focus()
    else add()
  }
  const nameOf = (index: number) => `${topicName} 选项 ${index + 1}`
  const addId = idOf(optionsField(topic.key))
  return (
    <div className="option-rows">
      <div className="field-label field-required">选项（对每个选项分别表决）</div>
      <SortableList ids={options.map(({ key }) => key)} nameOf={nameOf} onMove={move}>
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            topic={topic}
            option={option}
            index={index}
            name={nameOf(index)}
            fault={faults.get(optionField(option.key))}
            onMove={(to) => move(index, to)}
            onEnter={() => next(index)}
          />
        ))}
      </SortableList>
      <Button id={addId} icon={<PlusOutlined aria-hidden />} aria-label={`${topicName} 添加选项`} aria-describedby={`${addId}-fault`} onClick={add}>
        添加选项
      </Button>
      <FaultLine id={`${addId}-fault`} fault={faults.get(optionsField(topic.key))} />
    </div>
  )
}

interface OptionRowProps {
  readonly topic: TopicForm
  readonly option: OptionForm
  readonly index: number
  /** `议题 1 选项 2`. */
  readonly name: string
  readonly fault: string | undefined
  readonly onMove: (to: number) => void
  readonly onEnter: () => void
}

function OptionRow({ topic, option, index, name, fault, onMove, onEnter }: OptionRowProps) {
  const { dispatch, touch, idOf } = useFormTools()
  const confirmDelete = useConfirmDelete()
  const [showsAttached, setShowsAttached] = useState(option.pictures.length + option.files.length > 0)
  const { key, title } = option
  const id = idOf(optionField(key))
  const item = useSortableItem(key)
  const remove = () => dispatch({ type: 'optionRemoved', topicKey: topic.key, key })
  const askToRemove = () => {
    const isEmpty = title.trim() === '' && option.pictures.length + option.files.length === 0
    if (isEmpty) remove()
    else confirmDelete({ destroyed: `${name}“${title}”`, onConfirm: async () => remove() })
  }
  return (
    <div ref={item.ref} className={`option-row ${item.className}`} style={item.style} role="group" aria-label={name}>
      <div className="option-line">
        <DragHandle name={name} item={item} />
        <span className="option-number tabular">{index + 1}.</span>
        <Input
          id={id}
          aria-label={`${name} 标题`}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          placeholder="请输入选项标题"
          value={title}
          count={{ show: title.length > activityLimits.optionTitle.max * 0.8, max: activityLimits.optionTitle.max }}
          {...(fault === undefined ? {} : { status: 'error' as const })}
          onChange={(event) => dispatch({ type: 'optionChanged', topicKey: topic.key, key, change: { title: event.target.value } })}
          onBlur={() => touch(optionField(key))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return
            event.preventDefault()
            onEnter()
          }}
        />
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
        <MoveButtons id={id} name={name} index={index} count={topic.options.length} onMove={onMove} />
        <Button type="text" size="small" danger icon={<DeleteOutlined aria-hidden />} aria-label={`删除${name}`} title={`删除${name}`} onClick={askToRemove} />
      </div>
      <FaultLine id={`${id}-fault`} fault={fault} />
      {showsAttached ? (
        <AttachedSlots of={name} attached={option} onChange={(change) => dispatch({ type: 'optionChanged', topicKey: topic.key, key, change })} />
      ) : null}
    </div>
  )
}

/** The element is there with the next picture. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}
