import type { Location } from './eventTypes.ts'

/**
 * A map link for a place: the club's own link if it is http(s), otherwise a search for the address. Undefined if only the
 * name is known.
 */
export function mapLink({ address, city, state, zip, mapUrl }: NonNullable<Location>): string | undefined {
  const clubLink = URL.canParse(mapUrl) ? new URL(mapUrl) : undefined
  if (clubLink && (clubLink.protocol === 'https:' || clubLink.protocol === 'http:')) return clubLink.href
  const place = [address, city, state, zip].filter(Boolean).join(', ')
  return place ? `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}` : undefined
}
