import { z } from 'zod'
import { get, post, type Endpoints } from '../../contract/endpoint.ts'
import { exportFields } from '../../contract/export.ts'
import { page, paging } from '../../contract/page.ts'
import { sorting } from '../../contract/sort.ts'
import { expectedVersion } from '../../contract/stale.ts'
import { NOTHING_TO_DELETE } from '../../contract/batch.ts'
import { areaSum, id, idList, recordText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { estateRecord } from '../../records/estate.ts'
import { mapRecord, wired } from '../../records/record.ts'
import { categoryShown } from '../property/fields.ts'

const draftFields = wired(estateRecord, mapRecord(estateRecord, recordText))
const estateId = id('小区编号')

export const EstateDraft = wire(draftFields)
export type EstateDraft = z.output<typeof EstateDraft>
export const EstateChange = wire({ id: ['estateid', estateId], version: ['modifytime', expectedVersion], ...draftFields })
export type EstateChange = z.output<typeof EstateChange>

/** The totals of an estate's properties of one category. */
export const CategoryTotal = wire({ category: ['category', categoryShown], propertyCount: ['housenum', z.int()], areaHundredths: ['area', areaSum] })
export type CategoryTotal = z.output<typeof CategoryTotal>

export const Estate = wire({
  id: ['estateid', z.string()],
  ...wired(
    estateRecord,
    mapRecord(estateRecord, () => z.string()),
  ),
  /** The divisions' names concatenated, from the province down. */
  divisionName: ['divisionname', z.string()],
  propertyCount: ['houesenum', z.int()],
  /** One owner's properties count as one right (`wire.md` section 3). */
  ballotCount: ['rightnum', z.int()],
  areaHundredths: ['houesearea', areaSum],
  /** In the order of categories; categories without properties are left out. */
  categories: ['categories', z.array(CategoryTotal)],
  /** When last written, compared as text on changes; see checkVersion(). */
  version: ['modifytime', z.string()],
})
export type Estate = z.output<typeof Estate>

/** A period, zone, building or unit of an estate; `path` is its four segments joined by ▶, including empty ones. */
export interface PlaceNode {
  readonly path: string
  readonly label: string
  /** Number of its properties, if requested. */
  readonly propertyCount?: number
  readonly children: PlaceNode[]
}
/** The same in wire format. */
export interface WirePlaceNode {
  id: string
  label: string
  housecount?: number
  children: WirePlaceNode[]
}
const toWireNode = ({ path, label, propertyCount, children }: PlaceNode): WirePlaceNode => ({
  id: path,
  label,
  ...(propertyCount === undefined ? {} : { housecount: propertyCount }),
  children: children.map(toWireNode),
})
const fromWireNode = ({ id, label, housecount, children }: WirePlaceNode): PlaceNode => ({
  path: id,
  label,
  ...(housecount === undefined ? {} : { propertyCount: housecount }),
  children: children.map(fromWireNode),
})
const WirePlaceNodeSchema: z.ZodType<WirePlaceNode, WirePlaceNode> = z.object({
  id: z.string(),
  label: z.string(),
  housecount: z.int().exactOptional(),
  children: z.array(z.lazy(() => WirePlaceNodeSchema)),
})
const PlaceTree = z.codec(z.array(WirePlaceNodeSchema), z.custom<PlaceNode[]>(), {
  decode: (nodes) => nodes.map(fromWireNode),
  encode: (nodes) => nodes.map(toWireNode),
})

const estateSort = sorting('name', 'houses', 'area')
export type EstateSort = z.output<typeof estateSort>

export const estateEndpoints = {
  'estate.list': get('/vtestate/list', 'viewer', { scope: 'listed', query: z.object({ ...paging, sort: estateSort }), response: page(Estate) }),
  /** Totals of all estates. */
  'estate.totals': get('/vtestate/totals', 'viewer', {
    scope: 'listed',
    response: wire({ propertyCount: ['houesenum', z.int()], ballotCount: ['rightnum', z.int()], areaHundredths: ['houesearea', areaSum] }),
  }),
  'estate.export': get('/vtestate/export', 'viewer', {
    scope: 'listed',
    query: wire({ sort: ['sort', estateSort], ...exportFields }),
    response: 'binary',
    isLong: true,
  }),
  'estate.save': post('/vtestate/save', 'manager', { scope: 'own', body: EstateDraft, response: wire({ id: ['estateid', z.string()] }) }),
  'estate.update': post('/vtestate/update', 'manager', { scope: 'estate', body: EstateChange, response: z.null() }),
  'estate.delete': get('/vtestate/delete', 'manager', {
    scope: 'estate',
    changesData: true,
    query: z.object({ ids: idList(NOTHING_TO_DELETE) }),
    response: z.null(),
  }),
  'estate.all': get('/vtestate/getallestates', 'viewer', {
    scope: 'listed',
    response: z.array(wire({ id: ['estateid', z.string()], name: ['name', z.string()] })),
  }),
  'estate.places': get('/vtestate/getestatenodes', 'viewer', {
    /** `counts=1`: each node includes its number of properties. */
    query: wire({ estateId: ['estateid', estateId], counts: ['counts', z.enum(['', '1'], { error: '查询条件格式不正确' }).default('')] }),
    response: PlaceTree,
  }),
} as const satisfies Endpoints
