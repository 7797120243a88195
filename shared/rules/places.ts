type Place = { name: string; address: string; city: string; state: string; zip: string }

/** The address on one line: `12 Main Street, Springfield, IL 60601`; parts that are not known are left out. */
export const addressLine = ({ address, city, state, zip }: Omit<Place, 'name'>): string =>
  [address, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Where a map of the place opens, in the phone's own maps where it has them. */
export const mapUrlOf = (place: Place & { mapUrl?: string }): string =>
  place.mapUrl ||
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent([place.name, addressLine(place)].filter(Boolean).join(', '))}`
