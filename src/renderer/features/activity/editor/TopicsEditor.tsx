import { Form } from 'antd'
import { SortableList } from '../../../ui/sortable/SortableList.tsx'
import { AddButton, focusSoon } from './AddButton.tsx'
import { topicName, type TopicForm } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import { TopicCard } from './TopicCard.tsx'
import styles from '../activity.module.css'

/** The topics in their order, which is that of the ballot. */
export function TopicsEditor({ topics }: { readonly topics: readonly TopicForm[] }) {
  const { dispatch, idOf, newKey, rules } = useFormTools()
  const add = () => {
    dispatch({ type: 'topicAdded', key: newKey() })
    focusSoon(idOf(['topics', topics.length, 'title']))
  }
  return (
    <>
      <div className={styles.topics}>
        <SortableList ids={topics.map(({ key }) => key)} nameOf={topicName} onMove={(from, to) => dispatch({ type: 'topicMoved', from, to })}>
          {topics.map((topic, index) => (
            <TopicCard key={topic.key} topic={topic} index={index} count={topics.length} />
          ))}
        </SortableList>
      </div>
      <Form.Item name="topics" rules={rules('topics')}>
        <AddButton text="添加议题" onAdd={add} />
      </Form.Item>
    </>
  )
}
