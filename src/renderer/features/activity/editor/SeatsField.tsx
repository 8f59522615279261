import { Button, Checkbox, Form, InputNumber, Radio } from 'antd'
import { MAX_SEATS, proposedSeats, SEAT_ORDERS, seatOrderNames } from '#shared/features/activity/elections.ts'
import { seatsField } from './activityFaults.ts'
import { isElection, topicName, type TopicForm } from './activityForm.ts'
import { useFormTools } from './formContext.ts'
import styles from '../activity.module.css'

/** Whether the options stand for seats, how many there are, and by what those who pass are ordered. */
export function SeatsField({ topic, index }: { readonly topic: TopicForm; readonly index: number }) {
  const { dispatch } = useFormTools()
  return (
    <div className={styles.topicSeats}>
      <Checkbox checked={isElection(topic)} onChange={({ target }) => dispatch({ type: 'electionSwitched', key: topic.key, isElection: target.checked })}>
        选举：候选人多于应选名额，从通过的候选人中按顺序当选
      </Checkbox>
      {isElection(topic) ? <ElectionFields topic={topic} index={index} /> : null}
    </div>
  )
}

/** The seats begin empty: a number that nobody wrote would decide who is elected. */
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
      </div>
      {proposed === null ? null : (
        <p className={styles.topicLawWords} role="note" aria-label={`${name} 应选名额建议`}>
          按标题，应选名额可能是 {proposed} 名。
          <Button type="link" size="small" onClick={() => dispatch({ type: 'seatsTaken', key, seats: proposed })}>
            采用
          </Button>
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
