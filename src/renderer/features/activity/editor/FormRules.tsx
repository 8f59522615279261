import { Alert, Button } from 'antd'
import { createContext, useContext, useEffect, useEffectEvent, useRef, type Dispatch } from 'react'
import type { EstateRules } from '#shared/features/estate-rules/contract.ts'
import { ruleFieldName, versionName, type RuleField } from '#shared/features/estate-rules/rules.ts'
import { Act } from '../../../app-context/Act.tsx'
import { useEstateRules } from '../parts/useEstateRules.ts'
import { differingFields, type ActivityForm, type FormAction } from './activityForm.ts'
import styles from '../activity.module.css'

/** The rules that the form is based on, and the fields that deviate. */
export interface FormRules {
  readonly rules: EstateRules
  readonly differing: readonly RuleField[]
}
export const FormRulesContext = createContext<FormRules | null>(null)

/** Beside a field: whether it matches the estate's 议事规则; nothing if the activity is not based on any. */
export function RuleNote({ field }: { readonly field: RuleField }) {
  const found = useContext(FormRulesContext)
  if (found === null) return null
  const { version } = found.rules
  if (found.differing.includes(field)) return <span className={styles.ruleDiffers}>与议事规则{versionName(version)}不同</span>
  return <span className={styles.ruleTaken}>来自议事规则{versionName(version)}</span>
}

interface FormRulesOptions {
  readonly form: ActivityForm
  /** Whether the activity is new, so that rules are applied automatically. */
  readonly isNew: boolean
  readonly dispatch: Dispatch<FormAction>
}

/** The estate's rules for a form; choosing another estate applies its rules. */
export function useFormRules({ form, isNew, dispatch }: FormRulesOptions) {
  const { estateId, rulesId } = form
  const { data, error, refetch } = useEstateRules(estateId)
  const all = data?.rows
  const rules = all?.find((each) => each.id === rulesId) ?? null
  const inForce = all?.find((each) => each.isInForce) ?? null
  // The rules and estate last applied to the form.
  const filled = useRef<{ estateId: string; rules: EstateRules | null }>({ estateId: rulesId === '' ? '' : estateId, rules })
  const take = () => {
    dispatch({ type: 'rulesTaken', rules: inForce, former: rules ?? filled.current.rules })
    filled.current = { estateId, rules: inForce }
  }
  const fill = useEffectEvent((ofEstate: string, named: string) => {
    // Rules of another estate do not apply.
    const isForeign = named !== '' && rules === null
    if (isForeign || (isNew && named === '' && filled.current.estateId !== ofEstate)) take()
    else if (rules !== null) filled.current = { estateId: ofEstate, rules }
  })
  useEffect(() => {
    if (all) fill(estateId, rulesId)
  }, [all, estateId, rulesId])
  const found: FormRules | null = rules && { rules, differing: differingFields(rules, form) }
  return { found, inForce, failure: error && !data ? error.message : null, retry: () => void refetch(), take }
}

/** Above the fields: the 议事规则 version in use, the deviating fields, and an offer to apply a newer version. */
export function RulesBand({ found, inForce, failure, retry, take }: ReturnType<typeof useFormRules>) {
  if (failure !== null) {
    const again = <Act text="重试" size="small" onClick={retry} />
    return <Alert className={styles.rulesBand} type="warning" showIcon title={`没有读出本小区的议事规则，请重试：${failure}`} action={again} />
  }
  if (found === null && inForce === null) return null
  const words =
    found === null
      ? '这次投票没有依据本小区的议事规则'
      : `依据议事规则${versionName(found.rules.version)}《${found.rules.title}》，${found.rules.effectiveFrom}起生效` +
        (found.differing.length === 0 ? '' : `；与规则不同：${found.differing.map(ruleFieldName).join('、')}`)
  const isNewer = inForce !== null && inForce.id !== found?.rules.id
  return (
    <Alert
      className={styles.rulesBand}
      type={found !== null && found.differing.length === 0 && !isNewer ? 'info' : 'warning'}
      showIcon
      title={words}
      {...(isNewer ? { action: <TakeButton version={inForce.version} onTake={take} /> } : {})}
    />
  )
}

const TakeButton = ({ version, onTake }: { readonly version: number; readonly onTake: () => void }) => (
  <Button size="small" onClick={onTake}>
    按现行的{versionName(version)}填写
  </Button>
)
