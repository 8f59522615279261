import { formatTime } from '#shared/time/chinaTime.ts'
import type { PropertyState } from '#shared/features/property-change/contract.ts'
import { differingFields, type ChangeField } from '#shared/features/property-change/rules.ts'
import { PATH_SEPARATOR } from '#shared/place/placeText.ts'
import { present, type LineContext } from './lines.ts'
import type { ChangeRow } from './store.ts'

/** A property as a request has it. */
const stateOf = ({ period, zone, building, unit, room, areaHundredths, ownerName, phone, idNumber }: PropertyState) => ({
  place: [period, zone, building, unit, room].join(PATH_SEPARATOR),
  area: areaHundredths,
  personname: ownerName,
  mobileno: phone,
  idno: idNumber,
})

/** As the lines name what a request can change. */
const fieldNames: Readonly<Record<ChangeField, string>> = { areaHundredths: 'area', ownerName: 'personname', phone: 'mobileno', idNumber: 'idno' }

/**
 * A request for a change of a property as it stood at a time: what was decided later has no place in a bundle of that time.
 *
 * @param until epoch ms
 */
export function changeLine(row: ChangeRow, until: number, { edition, names }: LineContext): Readonly<Record<string, unknown>> {
  const [before, after] = [JSON.parse(row.before_data) as PropertyState, JSON.parse(row.after_data) as PropertyState] // the program wrote them
  const isDecided = row.decided_at !== null && row.decided_at <= until
  return {
    changeid: row.public_id,
    propertyid: row.property_public_id,
    createdate: formatTime(row.created_at),
    status: isDecided ? row.status : 0,
    fields: differingFields(before, after).map((field) => fieldNames[field]),
    ...(isDecided && row.decided_at !== null ? { approvaldate: formatTime(row.decided_at) } : {}),
    ...(edition === 'court'
      ? {
          beforedata: stateOf(before),
          afterdata: stateOf(after),
          ...present({
            applicant: row.applicant,
            approver: isDecided ? (names.get(row.decided_by ?? 0) ?? '') : '',
            approvalcomment: isDecided ? row.comment : '',
          }),
        }
      : {}),
  }
}
