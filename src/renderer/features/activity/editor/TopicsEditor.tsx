import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { optionField, optionsField, topicField } from './activityFaults.ts'
import { optionsOf, type TopicForm } from './activityForm.ts'
import { FaultLine } from './Field.tsx'
import { useFormTools, type ShownFaults } from './formContext.ts'
import { landingSide } from './sortable.ts'
import { TopicCard } from './TopicCard.tsx'
import { useSortable } from './useSortable.ts'

/** The topics in their order, which is that of the ballot. */
export function TopicsEditor({ topics, faults }: { readonly topics: readonly TopicForm[]; readonly faults: ShownFaults }) {
  const { dispatch, idOf, newKey } = useFormTools()
  const { list, drag, handle } = useSortable((from, to) => dispatch({ type: 'topicMoved', from, to }))
  const addId = idOf('topics')
  const add = () => {
    const key = newKey()
    dispatch({ type: 'topicAdded', key })
    const place = idOf(topicField(key))
    requestAnimationFrame(() => document.getElementById(place)?.focus())
  }
  return (
    <>
      <div ref={list} className="topics">
        {topics.map((topic, index) => (
          <TopicCard
            key={topic.key}
            topic={topic}
            index={index}
            count={topics.length}
            faults={faultsOfTopic(topic, faults)}
            side={landingSide(index, drag)}
            isDragged={drag?.from === index}
            handle={handle}
          />
        ))}
      </div>
      <Button id={addId} icon={<PlusOutlined aria-hidden />} aria-describedby={`${addId}-fault`} onClick={add}>
        添加议题
      </Button>
      <FaultLine id={`${addId}-fault`} fault={faults.get('topics')} />
    </>
  )
}

function faultsOfTopic(topic: TopicForm, faults: ShownFaults): ShownFaults {
  const fields = [topicField(topic.key), optionsField(topic.key), ...optionsOf(topic).map(({ key }) => optionField(key))]
  return new Map(
    fields.flatMap((field): [string, string][] => {
      const message = faults.get(field)
      return message === undefined ? [] : [[field, message]]
    }),
  )
}
