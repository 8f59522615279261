import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Activity } from '#shared/features/activity/contract.ts'
import { CODE_ON_PAPER } from '#shared/features/journal/checkpoint.ts'
import type { DrawnSample } from '#shared/features/sample/contract.ts'
import { SampleMode, sampleLimits, sampleModeNames, SampleState } from '#shared/features/sample/rules.ts'
import { sentenceFor } from '#shared/contract/refusals.ts'
import { useMay } from '../../../app-context/may.ts'
import { sentenceOf } from '../../../bridge/failure.ts'
import { useSend } from '../../../bridge/useSend.ts'
import { minutesOf } from '../../../ui/moments.ts'
import { formatCount } from '../../../ui/numbers.ts'
import { PrintButtons } from '../../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../../ui/print/usePrintJob.tsx'
import { ListPaper } from './SamplePapers.tsx'
import { assertionName, digitGroups, inGroups, neededWords, sampleAnswers, titlesOf } from './sampleWords.ts'
import styles from './sample.module.css'

interface StepProps {
  readonly activity: Activity
  readonly sample: DrawnSample
}

/** The digest and the 核验码, large enough to be read out to a room. */
function ReadOut({ sample: { digest, checkCode } }: Pick<StepProps, 'sample'>) {
  return (
    <dl className={styles.readOut}>
      <dt>清单摘要</dt>
      <dd data-testid="digest">
        {inGroups(digest).map((group) => (
          <span key={group}>{group} </span>
        ))}
      </dd>
      <dt>核验码</dt>
      <dd data-testid="check-code">{checkCode}</dd>
    </dl>
  )
}

/** 公示: the frozen list, to be read out and printed before the dice are thrown. */
export function ListStep({ activity, sample, onNext }: StepProps & { readonly onNext: () => void }) {
  const { mode, risk, count, withoutPaper, items, openedBy, openedAt, advice, expected, number, state } = sample
  const needed = neededWords(sample)
  const printing = usePrintJob({
    name: `${activity.estateName.slice(0, 40)}_${activity.title.slice(0, 60)}_抽样清单`,
    prepare: () => Promise.resolve(sample),
    render: (listed) => <ListPaper activity={activity} sample={listed} />,
  })
  const title = titlesOf(activity.topics)
  return (
    <section className={styles.step} aria-label="公示清单">
      <p className={styles.hint}>清单已锁定。请打印本页，当众宣读清单摘要和核验码，由在场的人抄下或拍照，再掷骰：之后换掉清单，摘要就对不上。{CODE_ON_PAPER}</p>
      <ReadOut sample={sample} />
      <ul className={styles.facts}>
        <li>
          {sampleModeNames[mode]}，风险不超过 {risk}%，第{number}次抽样，{openedBy} 于 <span className="tabular">{minutesOf(openedAt)}</span> 锁定
        </li>
        <li>
          清单上 {formatCount(count)} 票{mode === SampleMode.papers ? `，没有选票的 ${formatCount(withoutPaper)} 票不在清单内` : ''}
        </li>
        {items.map((item) => (
          <li key={`${item.topicId} ${item.optionId}`}>
            {title(item)}：记录的结论“{item.outcome}”，要核对 {item.assertions.map(assertionName).join('；')}
          </li>
        ))}
        {needed === null ? null : (
          <li>
            没有差错时要抽 {needed}，约 {formatCount(expected ?? 0)} 票
          </li>
        )}
      </ul>
      {needed === null ? <Alert type="warning" showIcon title={sentenceFor('sample.readAll')} /> : null}
      {needed !== null && advice === 'all' ? <Alert type="info" showIcon title="要抽的超过一半，建议全部复录" /> : null}
      <div className={styles.buttons}>
        <PrintButtons printing={printing} reason={null} />
        {state === SampleState.waiting && needed !== null ? (
          <Button type="primary" onClick={onNext}>
            已宣读，去掷骰
          </Button>
        ) : null}
      </div>
    </section>
  )
}

/** 掷骰: digits thrown in public determine the drawn votes. */
export function DiceStep({ sample }: Pick<StepProps, 'sample'>) {
  const { digits, state } = sample
  const mayThrow = useMay('sample.seed') && state === SampleState.waiting
  return (
    <section className={styles.step} aria-label="掷骰">
      <ReadOut sample={sample} />
      {digits !== '' ? (
        <p>
          掷得的数字 <strong className={styles.digits}>{digitGroups(digits)}</strong>
        </p>
      ) : mayThrow ? (
        <Dice sample={sample} />
      ) : (
        <p className={styles.hint}>{state === SampleState.waiting ? '等待活动负责人当众掷骰并录入数字' : '没有掷骰就结束了抽样'}</p>
      )}
    </section>
  )
}

function Dice({ sample: { id } }: Pick<StepProps, 'sample'>) {
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const seed = useSend('sample.seed', { refreshes: sampleAnswers, errors: 'caller', success: '已抽出选票' })
  const thrown = typed.replaceAll(/\s/g, '')
  const submit = () => {
    if (!sampleLimits.digits.pattern.test(thrown)) setFault(sampleLimits.digits.message)
    else void seed.send({ body: { id, digits: thrown } })
  }
  const refusal = fault !== '' ? fault : seed.failure === null ? '' : sentenceOf(seed.failure)
  return (
    <Form layout="vertical" onFinish={submit}>
      <Form.Item
        label="随机数字"
        extra={`当众掷骰，按掷出的先后录入，骰子的1至6、转盘的0至9都可以，空格不计。已录入 ${formatCount(thrown.length)} 位`}
        {...(refusal === '' ? {} : { validateStatus: 'error' as const, help: refusal })}
      >
        <Input
          autoFocus
          size="large"
          className={styles.dice ?? ''}
          aria-label="随机数字"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          maxLength={MOST_TYPED}
          value={typed}
          onChange={(event) => {
            setFault('')
            setTyped(event.target.value)
          }}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={seed.isSending}>
        录入并抽取
      </Button>
    </Form>
  )
}
/** Maximum input length, including spaces. */
const MOST_TYPED = 120
