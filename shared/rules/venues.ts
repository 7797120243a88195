import { check, required, type ValueFaults, faultFrom } from './faults.ts'
import { fold, similarity } from './textMatching.ts'
import { oneLine } from './oneLine.ts'
import { postCodeFault } from './postCodes.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** A venue as typed. `fields` are the names of its fields, courts or lanes. */
export type VenueValues = {
  name: string
  address: string
  city: string
  state: string
  zip: string
  mapUrl: string
  fields: string[]
}

const venueNameLimit = 100
const maxFields = 50
const fieldNameLimit = 30

/** The faults of a venue of a club in this country; everything but the name is optional. */
export const venueFaults = (
  { name, address, city, state, zip, mapUrl, fields }: VenueValues,
  country?: string,
): ValueFaults => ({
  name: check(name, required, oneLine(venueNameLimit)),
  address: oneLine(255)(address),
  city: oneLine(100)(city),
  state: oneLine(50)(state),
  zip: postCodeFault(zip, country),
  mapUrl: faultFrom(whyCannotWebAddress, longestAddress)(mapUrl),
  fields:
    fields.length > maxFields
      ? { code: 'too_many', limit: maxFields }
      : fields.map((field) => check(field, required, oneLine(fieldNameLimit))).find((fault) => fault !== undefined),
})

/** The names of fields in a text, separated by commas, semicolons or line breaks; each once. */
export const fieldsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((field) => field.trim())
      .filter(Boolean),
  ),
]

type KnownVenue = Pick<VenueValues, 'name' | 'address' | 'city'>
/** Names at least this similar mean the same place. */
const minSimilarity = 0.93

/** Whether two venues are probably the same: similar names, or the same address; not if their cities differ. */
export function isLikelySame(one: KnownVenue, other: KnownVenue): boolean {
  const [a, b] = [normalizedVenue(one), normalizedVenue(other)]
  if (a.city && b.city && a.city !== b.city) return false
  if (a.address && b.address) return a.address === b.address
  return a.name !== '' && similarity(a.name, b.name) >= minSimilarity
}

const abbreviations: Readonly<Record<string, string>> = {
  street: 'st',
  road: 'rd',
  avenue: 'ave',
  drive: 'dr',
  lane: 'ln',
  boulevard: 'blvd',
  court: 'ct',
}
/** Without case, accents and punctuation, and with common abbreviations of streets. */
const normalized = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => abbreviations[word] ?? word)
    .join(' ')
const normalizedVenue = ({ name, address, city }: KnownVenue) => ({
  name: normalized(name),
  address: normalized(address),
  city: normalized(city),
})
