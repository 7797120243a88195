import { dropItem, keptNames, names } from '../session/stored.ts'

/**
 * Of pictures of screens what every page needs; the rest is `shownPicture.ts` and `keepPicture.ts`.
 * @param at the address of the screen; none for Today, which stands at several
 */
export const pictureName = (userId: string, at = ''): string => `${names.personal}${userId}.picture${at}`

/** The address of this page among the pictures. */
export const pictured = (): string =>
  /^\/(today|dashboard)?$/.test(location.pathname) ? '' : location.pathname + location.search

/** Takes away all pictures of screens but Today's, as when something is saved that may stand on them. */
export function dropPictures(): void {
  for (const name of keptNames(names.personal)) if (name.includes('.picture/')) dropItem(name)
}
