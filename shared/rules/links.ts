import { check, required, type ValueFaults, faultFrom } from './faults.ts'
import { nameLimit, whyCannotName } from './nameInput.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** An external link of a club or team. */
export type PageLink = { name: string; url: string }
const maxLinks = 30

/** The faults of a list of links. */
export function linksFaults(links: readonly PageLink[]): ValueFaults {
  if (links.length > maxLinks) return { links: { code: 'too_many', limit: maxLinks } }
  const faults: ValueFaults = {}
  for (const [i, { name, url }] of links.entries()) {
    faults[`links.${i}.name`] = faultFrom(whyCannotName, nameLimit)(name)
    faults[`links.${i}.url`] = check(url, required, faultFrom(whyCannotWebAddress, longestAddress))
  }
  return faults
}
