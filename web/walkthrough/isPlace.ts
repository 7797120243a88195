import { screenAt } from '../paths.ts'

/** What says no more of an address than whose page it is. */
const whose = new Set(['orgId', 'teamId', 'menu'])
/** A place of the product, and no form, conversation, question or answer that somebody has come for by its address. */
export function isPlace(pathname: string): boolean {
  const { record, params } = screenAt(pathname)
  const named = Object.keys(params).filter((name) => params[name] !== undefined)
  return record.frame === 'shell' && named.every((name) => whose.has(name))
}
