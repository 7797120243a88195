import { removeItem, storedNames, names } from '../session/stored.ts'

/**
 * The name of the snapshot of a screen in localStorage; see `showSnapshot.ts` and `keepSnapshot.ts`.
 * @param address the address of the screen; none for Today, which has several
 */
export const snapshotName = (userId: string, address = ''): string => `${names.personal}${userId}.picture${address}`

/** The address that names this page's snapshot: empty for Today. */
export const snapshotAddress = (): string =>
  /^\/(today|dashboard)?$/.test(location.pathname) ? '' : location.pathname + location.search

/** Drops all snapshots but Today's, such as after a save that affects them. */
export function dropSnapshots(): void {
  for (const name of storedNames(names.personal)) if (name.includes('.picture/')) removeItem(name)
}
