import { fold, matchesText, words } from './textMatching.ts'

/** Filters library items: by words of the name, and by tags, all of which an item must have. */
export type LibraryFilter = { filter?: string | undefined; tags?: readonly string[] | undefined }

/** A predicate for the items that match a filter. */
export function matchesFilter({ filter = '', tags = [] }: LibraryFilter) {
  const filterWords = words(fold(filter))
  return ({ name, tags: itemTags }: { name: string; tags: readonly string[] }): boolean =>
    matchesText(name, filterWords) && tags.every((tag) => itemTags.includes(tag))
}
