import { answersOf, type Answer, type VoteModel, answerNames } from '#shared/features/activity/rules.ts'
import styles from './choices.module.css'

interface ChoiceButtonsProps {
  readonly voteModel: VoteModel
  /** Undefined if unanswered. */
  readonly value: Answer | undefined
  /** Also called for the chosen answer, to clear it. */
  readonly onPress: (answer: Answer) => void
  /** Accessible name of the group: what is voted on. */
  readonly label: string
  readonly isDisabled?: boolean
  /** True: each button shows its digit key. */
  readonly showsKeys?: boolean
}

const looks = { 1: 'approve', 2: 'oppose', 3: 'abstain' } as const satisfies Readonly<Record<Answer, string>>

/** 同意, 反对, 弃权, as far as the topic offers them; the chosen one is marked by colour, border and tick. */
export function ChoiceButtons({ voteModel, value, onPress, label, isDisabled = false, showsKeys = false }: ChoiceButtonsProps) {
  return (
    <div className={styles.buttons} role="group" aria-label={label}>
      {answersOf[voteModel].map((answer) => {
        const isChosen = value === answer
        return (
          <button
            key={answer}
            type="button"
            className={`${styles.button} ${styles[looks[answer]]}`}
            aria-pressed={isChosen}
            disabled={isDisabled}
            title={isChosen && !isDisabled ? '再按一次取消选择' : undefined}
            onClick={() => onPress(answer)}
          >
            {showsKeys ? <span className={`${styles.key} tabular`}>{answer}</span> : null}
            {answerNames[answer]}
          </button>
        )
      })}
    </div>
  )
}
