import { screenAt } from '../paths.ts'

/** Route parameters that only say whose page it is. */
const ownerParams = new Set(['orgId', 'teamId', 'menu'])
/** Whether a path is a general page, rather than a form, conversation, question or answer that the user came for by URL. */
export function isGeneralPage(pathname: string): boolean {
  const { record, params } = screenAt(pathname)
  const usedParams = Object.keys(params).filter((name) => params[name] !== undefined)
  return record.frame === 'shell' && usedParams.every((name) => ownerParams.has(name))
}
