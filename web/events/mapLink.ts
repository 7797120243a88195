import type { Location } from './eventTypes.ts'

/**
 * Where a place is shown on a map: the link its club gave, when it is one a browser may follow, else a search for its
 * address. Undefined for a place of which nothing but a name is known.
 */
export function mapLink({ address, city, state, zip, mapUrl }: NonNullable<Location>): string | undefined {
  const given = URL.canParse(mapUrl) ? new URL(mapUrl) : undefined
  if (given && (given.protocol === 'https:' || given.protocol === 'http:')) return given.href
  const place = [address, city, state, zip].filter(Boolean).join(', ')
  return place ? `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}` : undefined
}
