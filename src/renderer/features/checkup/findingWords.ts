import type { Finding, FindingRow } from '#shared/features/checkup/contract.ts'
import { saysOneOwner, type CheckTier } from '#shared/features/checkup/rules.ts'
import type { UnmergedBallot, UnmergedOwner } from '#shared/features/ballot/unmerged.ts'
import { haveSameNames, idNumbersKey } from '#shared/owner/owners.ts'
import type { Tone } from '../../ui/StateTag.tsx'
import { ownerRefusalInWords } from '../ballot/parts/merging/unmerged.ts'

export const tierTones = { 1: 'red', 2: 'orange', 3: 'grey' } as const satisfies Readonly<Record<CheckTier, Tone>>

/** Whether a finding says that several ballots belong, or may belong, to one owner. */
export const isOfOneOwner = ({ rule, effect }: Pick<Finding, 'rule' | 'effect'>): boolean => saysOneOwner(rule, effect)

/** Label of the dismiss button. */
export const dismissName = (finding: Pick<Finding, 'rule' | 'effect'>): string => (isOfOneOwner(finding) ? '不是同一人' : '已核对')

/** A finding's rows grouped by ballot, for the merge dialog. */
export function ownerFound({ rows }: Pick<Finding, 'rows'>): UnmergedOwner {
  const ballots = [...Map.groupBy(rows, ({ ballotId }) => ballotId)].map(([ballotId, properties]): UnmergedBallot => ({
    ballotId,
    ballotState: -1,
    refusal: properties[0]?.refusal ?? '',
    refusalReason: properties[0]?.refusalReason,
    properties: properties.map(({ rosterPropertyId, propertyId, place, ownerName, phone, idNumber, areaHundredths }) => ({
      rosterPropertyId,
      propertyId,
      place,
      ownerName,
      phone,
      idNumber,
      areaHundredths,
    })),
  }))
  return {
    ownerName: rows[0]?.ownerName ?? '',
    propertyCount: rows.length,
    areaHundredths: rows.reduce((sum, { areaHundredths }) => sum + areaHundredths, 0),
    phoneDiffers: new Set(rows.map(({ phone }) => phone)).size > 1,
    idNumberDiffers: new Set(rows.map(({ idNumber }) => idNumbersKey(idNumber))).size > 1,
    ballots,
  }
}

/** Why a finding's ballots cannot be merged here, as a message; null if they can. */
export function mergeFoundInWords(finding: Pick<Finding, 'rows' | 'rowCount'>): string | null {
  const [first] = finding.rows
  if (finding.rowCount > finding.rows.length) return '套数过多，请在“票权管理”中合并'
  if (first && !finding.rows.every(({ ownerName }) => haveSameNames(first.ownerName, ownerName))) return '产权人写法不同，请先点“修改”改成一致，再合并'
  return ownerRefusalInWords(ownerFound(finding))
}

/** Whether a row's field differs from the first row's; only if the finding compares its rows. */
export function differsFromFirst(
  { rule, effect, rows }: Pick<Finding, 'rule' | 'effect' | 'rows'>,
  row: FindingRow,
  field: 'ownerName' | 'phone' | 'idNumber' | 'place',
): boolean {
  const [first] = rows
  if (first === undefined) return false
  if (field === 'place') return rule === 'samePlace' && row.place !== first.place
  if (!isOfOneOwner({ rule, effect })) return false
  return field === 'idNumber' ? idNumbersKey(row.idNumber) !== idNumbersKey(first.idNumber) : row[field] !== first[field]
}

/** A finding's name: its first row's place, or its first missing place. */
export const findingName = ({ rows, missing }: Pick<Finding, 'rows' | 'missing'>): string => rows[0]?.place ?? missing[0] ?? ''
