import { Button, Flex, Modal } from 'antd'
import { answersOf, TopicType, type VoteModel, answerNames } from '#shared/features/activity/rules.ts'
import { PrintButtons } from '../../ui/print/PrintButtons.tsx'
import { usePrintJob } from '../../ui/print/usePrintJob.tsx'
import styles from './activity.module.css'

/** What the ballot says: of a stored activity, or of one that is being written. */
export interface BallotText {
  readonly title: string
  readonly estateName: string
  /** `2026-05-01 12:00`; `''` where it is not chosen yet. */
  readonly starts: string
  readonly ends: string
  readonly summary: string
  readonly topics: readonly {
    readonly key: string
    readonly title: string
    readonly topicType: TopicType
    readonly voteModel: VoteModel
    readonly options: readonly { readonly key: string; readonly title: string }[]
  }[]
}

interface BallotPreviewProps {
  readonly isOpen: boolean
  readonly text: BallotText
  readonly onClose: () => void
}

/** The ballot as the owners will see it: a sheet of A4 with boxes to tick. */
export function BallotPreview({ isOpen, text, onClose }: BallotPreviewProps) {
  const printing = usePrintJob({
    name: `${text.estateName || '小区'}_${text.title || '表决票'}_表决票样`,
    prepare: () => Promise.resolve(text),
    render: (shown) => <BallotSheet text={shown} />,
  })
  return (
    <Modal
      title="表决票预览"
      open={isOpen}
      width="min(900px, 94vw)"
      centered
      footer={
        <Flex gap="small" justify="flex-end">
          <PrintButtons printing={printing} reason={null} />
          <Button onClick={onClose}>关闭</Button>
        </Flex>
      }
      onCancel={onClose}
      closable={{ 'aria-label': '关闭' }}
      destroyOnHidden
    >
      <div className={styles.sheetPlace} tabIndex={0} role="region" aria-label="表决票">
        <BallotSheet text={text} />
      </div>
    </Modal>
  )
}

/** The sheet itself, as wide as its place allows. */
export function BallotSheet({ text: { title, estateName, starts, ends, summary, topics } }: { readonly text: BallotText }) {
  return (
    <article className={styles.sheet}>
      <h2>{title || '（未填写标题）'}</h2>
      <p className={styles.sheetKind}>业主大会表决票</p>
      <dl className={styles.sheetFacts}>
        <Fact name="小区" value={estateName} />
        <Fact name="投票时间" value={starts && ends ? `${starts} 至 ${ends}` : ''} />
        <Fact name="房屋坐落" value="" />
        <Fact name="建筑面积（㎡）" value="" />
        <Fact name="业主姓名" value="" />
        <Fact name="联系电话" value="" />
      </dl>
      {summary === '' ? null : <p className={styles.sheetSummary}>{summary}</p>}
      <p className={styles.sheetHow}>请在您的意见后的方框内打“√”，每一项只能选择一个意见；不选、多选或涂改的，该项无效。</p>
      <ol className={styles.sheetTopics}>
        {topics.map((topic, index) => (
          <li key={topic.key}>
            <h3>
              议题{index + 1}　{topic.title || '（未填写标题）'}
            </h3>
            {topic.topicType === TopicType.topic ? (
              <Boxes voteModel={topic.voteModel} />
            ) : (
              <table className={styles.sheetOptions}>
                <tbody>
                  {topic.options.map((option, position) => (
                    <tr key={option.key}>
                      <td className={styles.sheetNumber}>{position + 1}</td>
                      <td>{option.title || '（未填写标题）'}</td>
                      <td className={styles.sheetBoxesCell}>
                        <Boxes voteModel={topic.voteModel} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </li>
        ))}
      </ol>
      <div className={styles.sheetSign}>
        <span>
          业主签名：
          <i className={styles.sheetBlank} />
        </span>
        <span>
          日期：
          <i className={`${styles.sheetBlank} ${styles.sheetBlankShort}`} />年<i className={`${styles.sheetBlank} ${styles.sheetBlankShort}`} />月
          <i className={`${styles.sheetBlank} ${styles.sheetBlankShort}`} />日
        </span>
      </div>
      <p className={styles.sheetSeal}>业主委员会（盖章）</p>
    </article>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Boxes({ voteModel }: { readonly voteModel: VoteModel }) {
  return (
    <span className={styles.sheetBoxes}>
      {answersOf[voteModel].map((answer) => (
        <span key={answer} className={styles.sheetBox}>
          {answerNames[answer]} <i aria-label="空格" role="img" />
        </span>
      ))}
    </span>
  )
}
