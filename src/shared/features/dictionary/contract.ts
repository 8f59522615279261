import { z } from 'zod'
import { get, type Endpoints } from '../../contract/endpoint.ts'
import { optionalText, searchText } from '../../contract/values.ts'
import { wire } from '../../contract/wire.ts'
import { dictionaries, type DictionaryCode } from './labels.ts'

const DictionaryEntry = z.object({ name: z.string(), value: z.number() })

/** An administrative division: province, city, district, subdistrict or community. */
export const Division = wire({ code: ['code', z.string()], name: ['name', z.string()], isLeaf: ['isleaf', z.boolean()] })
export type Division = z.output<typeof Division>

/** A division with its ancestors, from the province down. */
export const DivisionPath = wire({ path: ['path', z.array(z.object({ code: z.string(), name: z.string() }))] })
export type DivisionPath = z.output<typeof DivisionPath>

const dictionaryCodes = Object.keys(dictionaries) as DictionaryCode[]

export const dictionaryEndpoints = {
  'dictionary.entries': get('/get_dictionary_list', 'viewer', {
    scope: 'own',
    query: z.object({ code: z.enum(dictionaryCodes as [DictionaryCode, ...DictionaryCode[]], { error: '字典编码不存在' }) }),
    response: z.array(DictionaryEntry),
  }),
  'dictionary.divisions': get('/dictionary/getdivision', 'viewer', {
    scope: 'own',
    query: wire({ parentCode: ['upcode', optionalText('上级区划编码', { max: 12 })] }),
    response: z.array(Division),
  }),
  /** Divisions by name or pinyin, best match first; communities only within the given city or a part of it. */
  'dictionary.findDivisions': get('/dictionary/finddivision', 'viewer', {
    scope: 'own',
    query: wire({ condition: ['condition', searchText], withinCode: ['withincode', optionalText('区划编码', { max: 12 })] }),
    response: z.array(DivisionPath),
  }),
} as const satisfies Endpoints
