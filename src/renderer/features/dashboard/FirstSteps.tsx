import { Button, Card, Steps } from 'antd'
import { useNavigate } from '../../app-context/navigation.ts'
import { useHasScreen } from '../../app-context/feature.ts'
import { estatePaths, NEW_ACTIVITY, propertyPaths } from '../../app-context/paths.ts'
import styles from './dashboard.module.css'

interface FirstStepsProps {
  readonly hasEstates: boolean
  readonly hasProperties: boolean
}

/** First steps on an empty system, each with its button. */
export function FirstSteps({ hasEstates, hasProperties }: FirstStepsProps) {
  const navigate = useNavigate()
  const canVote = useHasScreen(NEW_ACTIVITY)
  const step = hasEstates ? (hasProperties ? 2 : 1) : 0
  const reasons = {
    properties: hasEstates ? '' : '请先登记小区',
    activity: canVote ? (hasProperties ? '' : '请先导入房产') : '当前版本尚未提供投票活动',
  }
  return (
    <Card className="page-card" variant="borderless" title="三步开始">
      <Steps
        current={step}
        orientation="vertical"
        items={[
          {
            title: '登记小区',
            content: (
              <StepBody text="填写小区名称、所在区划和详细地址" button="登记小区" isNext={step === 0} reason="" onClick={() => navigate(estatePaths.create)} />
            ),
          },
          {
            title: '导入房产',
            content: (
              <StepBody
                text="用 Excel 模板一次导入全部房产和产权人，也可以逐套新增"
                button="导入房产"
                isNext={step === 1}
                reason={reasons.properties}
                onClick={() => navigate(propertyPaths.list)}
              />
            ),
          },
          {
            title: '新建投票',
            content: (
              <StepBody
                text="确定议题、投票时间和计票规则，形成票权清册"
                button="新建投票"
                isNext={step === 2}
                reason={reasons.activity}
                onClick={() => navigate(NEW_ACTIVITY)}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}

interface StepBodyProps {
  readonly text: string
  readonly button: string
  readonly isNext: boolean
  /** Why it is not possible yet; `''` if it is. */
  readonly reason: string
  readonly onClick: () => void
}

function StepBody({ text, button, isNext, reason, onClick }: StepBodyProps) {
  return (
    <div className={styles.firstStep}>
      <p>{text}</p>
      <Button type={isNext && reason === '' ? 'primary' : 'default'} disabled={reason !== ''} onClick={onClick}>
        {button}
      </Button>
      {reason === '' ? null : <span className={styles.firstStepReason}>{reason}</span>}
    </div>
  )
}
