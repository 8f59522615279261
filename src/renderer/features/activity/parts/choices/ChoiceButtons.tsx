import { answersOf, type Answer, type VoteModel, answerNames } from '#shared/features/activity/rules.ts'
import styles from './choices.module.css'

interface ChoiceButtonsProps {
  readonly voteModel: VoteModel
  /** Undefined while it is left open. */
  readonly value: Answer | undefined
  /** Also for the one that is chosen: pressed again it is cleared. */
  readonly onPress: (answer: Answer) => void
  /** What is voted on: names the group for those who hear the screen. */
  readonly label: string
  readonly isDisabled?: boolean
  /** True: each shows the digit that presses it. */
  readonly showsKeys?: boolean
}

const looks = { 1: 'approve', 2: 'oppose', 3: 'abstain' } as const satisfies Readonly<Record<Answer, string>>

/** 同意, 反对, 弃权 as far as the topic offers them: which one is chosen shows in the colour, the border and the tick. */
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
