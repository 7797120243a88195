import { screenAt } from '../paths.ts'

/** Route parameters that only say whose page it is. */
const whose = new Set(['orgId', 'teamId', 'menu'])
/** Whether a path is a general page, rather than a form, conversation, question or answer that the user came for by URL. */
export function isPlace(pathname: string): boolean {
  const { record, params } = screenAt(pathname)
  const named = Object.keys(params).filter((name) => params[name] !== undefined)
  return record.frame === 'shell' && named.every((name) => whose.has(name))
}
