import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { optionField, optionsField, topicField } from './activityFaults.ts'
import { optionsOf, type TopicForm } from './activityForm.ts'
import { FaultLine } from './Field.tsx'
import { useFormTools, type ShownFaults } from './formContext.ts'
import { TopicCard, topicName } from './TopicCard.tsx'

/** The topics in their order, which is that of the ballot. */
export function TopicsEditor({ topics, faults }: { readonly topics: readonly TopicForm[]; readonly faults: ShownFaults }) {
  const { dispatch, idOf, newKey } = useFormTools()
  const addId = idOf('topics')
  const add = () => {
    const key = newKey()
    dispatch({ type: 'topicAdded', key })
    const place = idOf(topicField(key))
    requestAnimationFrame(() => document.getElementById(place)?.focus())
  }
  return (
    <>
      <div className="topics">
        <SortableList ids={topics.map(({ key }) => key)} nameOf={topicName} onMove={(from, to) => dispatch({ type: 'topicMoved', from, to })}>
          {topics.map((topic, index) => (
            <TopicCard key={topic.key} topic={topic} index={index} count={topics.length} faults={faultsOfTopic(topic, faults)} />
          ))}
        </SortableList>
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
