import { MAX_PAGE_SIZE } from '#shared/contract/page.ts'
import { useEndpoint } from '../../../bridge/useEndpoint.ts'

/** All versions of an estate's rules, newest first, up to one page. */
export const useEstateRules = (estateId: string) =>
  useEndpoint('estateRules.list', { query: { estateId, inForce: false, pageNo: 1, pageSize: MAX_PAGE_SIZE } }, { enabled: estateId !== '' })
