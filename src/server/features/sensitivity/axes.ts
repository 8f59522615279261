import { asksThreeQuarters, type TopicRule } from '#shared/features/activity/law.ts'
import type { CountingRule } from '#shared/features/activity/rules.ts'
import { AXES, axes, type Axis, type AxisValue } from '#shared/features/sensitivity/rules.ts'

/** A counting convention: a value on every axis. */
export type Convention = { readonly [A in Axis]: AxisValue<A> }

const silenceOf: Readonly<Record<CountingRule, Convention['silence']>> = {
  1: 'leftOut',
  2: 'leftOut',
  3: 'majority',
  4: 'majority',
  5: 'abstention',
  6: 'leftOut',
}

/** The convention actually used by an activity. */
export function presentConvention(rule: CountingRule): Convention {
  return {
    silence: silenceOf[rule],
    voided: 'out',
    parking: 'counted',
    sameOwner: 'apart',
    delivery: 'registered',
    late: 'counted',
    extended: 'counted',
  }
}

const ruleOfSilence = { leftOut: 1, majority: 3, abstention: 5 } as const satisfies Readonly<Record<Convention['silence'], CountingRule>>
/** The item of article 278 that requires three quarters: no TicketType does so and counts silence as abstention. */
const THREE_QUARTERS_ITEM = 7

/** A topic's rule with another treatment of unreturned ballots; the fraction stays. */
export function ruleWith(topic: TopicRule, silence: Convention['silence']): TopicRule {
  if (topic.rule === 6 || silenceOf[topic.rule] === silence) return topic
  return { ...topic, rule: ruleOfSilence[silence], lawItem: topic.lawItem ?? (asksThreeQuarters(topic) ? THREE_QUARTERS_ITEM : null) }
}

/** A change on one axis only, with the value in words. */
export interface SingleChange {
  readonly axis: Axis
  readonly value: string
  readonly convention: Convention
}

/** All conventions over the axes that apply: the present one, those a single change away, and the others. */
export interface Conventions {
  readonly present: Convention
  readonly singles: readonly SingleChange[]
  readonly others: readonly Convention[]
}

/** @param applying the axes that affect anything; on the others every convention equals the present one */
export function conventionsOver(present: Convention, applying: ReadonlySet<Axis>): Conventions {
  const singles: SingleChange[] = []
  const others: Convention[] = []
  const chosen = AXES.filter((axis) => applying.has(axis))
  const walk = (position: number, convention: Convention, changes: readonly SingleChange[]): void => {
    const axis = chosen[position]
    if (axis === undefined) {
      if (changes.length > 1) others.push(convention)
      else singles.push(...changes)
      return
    }
    walk(position + 1, convention, changes)
    for (const [value, words] of Object.entries(axes[axis].values)) {
      if (value === present[axis]) continue
      const changed = { ...convention, [axis]: value }
      walk(position + 1, changed, [...changes, { axis, value: words, convention: changed }])
    }
  }
  walk(0, present, [])
  singles.sort((one, other) => chosen.indexOf(one.axis) - chosen.indexOf(other.axis))
  return { present, singles, others }
}

/** A convention's value on an axis in words. */
export const valueInWords = (axis: Axis, convention: Convention): string => (axes[axis].values as Readonly<Record<string, string>>)[convention[axis]] ?? ''
