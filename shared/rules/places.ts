type Place = { name: string; address: string; city: string; state: string; zip: string }

/** The address on one line: `12 Main Street, Springfield, IL 60601`; unknown parts are left out. */
export const addressLine = ({ address, city, state, zip }: Omit<Place, 'name'>): string =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** A place as it was entered: with its map URL unless that is the one derived from the address. */
export function writtenPlace({ name, address, city, state, zip, mapUrl }: Place & { mapUrl?: string }) {
  const place = { name, address, city, state, zip }
  return { ...place, ...(mapUrl && mapUrl !== mapUrlOf(place) && { mapUrl }) }
}

/** The URL of a map of the place, which phones open in their maps app if they have one. */
export const mapUrlOf = (place: Place & { mapUrl?: string }): string =>
  place.mapUrl ||
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent([place.name, addressLine(place)].filter(Boolean).join(', '))}`
