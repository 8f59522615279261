import type { Kysely } from 'kysely'
import { idNumbers, ownerNames, phoneNumbers } from '#shared/owner/owners.ts'
import { PATH_SEPARATOR, placeText } from '#shared/place/placeText.ts'
import { normalText, searchKey } from '#shared/text/normalise.ts'
import { updateMany } from '../../dialect.ts'
import { wordsOf } from './houses.ts'
import type { Journal } from './journal.ts'
import type { HouseColumns, OldSchema } from './schema.ts'

type UnitPlace = Pick<HouseColumns, 'period' | 'zone' | 'building' | 'unit'>

/** A unit's path and every branch above it. */
function branchesOf({ period, zone, building, unit }: UnitPlace): string[] {
  const segments = [period, zone, building, unit]
  return segments.map((_, index) => segments.slice(0, index + 1).join(PATH_SEPARATOR))
}
const normalPath = (path: string): string => path.split(PATH_SEPARATOR).map(placeText).join(PATH_SEPARATOR)

/** What an activity's title is found by, and its scope: a branch follows the places below it, and stays for those that stay. */
export async function normaliseActivities(
  db: Kysely<OldSchema>,
  activity: Pick<OldSchema['activity'], 'id' | 'title' | 'title_key' | 'scope_paths'>,
  keptPlaces: readonly UnitPlace[],
): Promise<void> {
  const kept = new Set(keptPlaces.flatMap(branchesOf))
  const paths = JSON.parse(activity.scope_paths) as string[]
  const scope = JSON.stringify([...new Set(paths.flatMap((path) => (kept.has(path) ? [path, normalPath(path)] : [normalPath(path)])))])
  const title = searchKey(activity.title)
  if (scope === activity.scope_paths && title === activity.title_key) return
  await db.updateTable('activity').set({ scope_paths: scope, title_key: title }).where('id', '=', activity.id).execute()
}

interface Owner {
  readonly ownerName: string
  readonly phone: string
  readonly idNumber: string
}
type State = Owner & Pick<HouseColumns, 'period' | 'zone' | 'building' | 'unit' | 'room'> & { readonly estateName: string }

const normalOwner = <S extends Owner>(state: S): S => ({
  ...state,
  ownerName: ownerNames(state.ownerName),
  phone: phoneNumbers(state.phone),
  idNumber: idNumbers(state.idNumber),
})

/** What requests are found by; those that are not decided yet also as they will be compared with the registry. */
export async function normaliseRequests(db: Kysely<OldSchema>): Promise<void> {
  for (const request of await db.selectFrom('property_change').selectAll().execute()) {
    const [before, after] = [request.before_data, request.after_data].map((data) => JSON.parse(data) as State) as [State, State]
    const isPending = request.status === 0
    const owners = [before, after].flatMap(({ ownerName, phone, idNumber }) => [ownerName, phone, idNumber])
    const hay = [request.applicant, wordsOf(before), before.estateName, ...owners].map(searchKey).join('\n')
    const before_data = isPending ? JSON.stringify(normalOwner(before)) : request.before_data
    const after_data = isPending ? JSON.stringify(normalOwner(after)) : request.after_data
    if (hay === request.hay && before_data === request.before_data && after_data === request.after_data) continue
    await db.updateTable('property_change').set({ hay, before_data, after_data }).where('id', '=', request.id).execute()
  }
}

/** The names of accounts, which the list of accounts searches. */
export async function normaliseUsers(db: Kysely<OldSchema>, journal: Journal): Promise<void> {
  const rows: [number, string][] = []
  for (const { id, public_id, nick_name } of await db.selectFrom('user').select(['id', 'public_id', 'nick_name']).orderBy('id').execute()) {
    const after = normalText(nick_name)
    if (after === nick_name) continue
    rows.push([id, after])
    journal.addOne(public_id, { name: nick_name }, { name: after })
  }
  await updateMany(db, 'user', 'id', ['nick_name'], [], rows)
}
