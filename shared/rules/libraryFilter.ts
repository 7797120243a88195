import { fold, isTextFound, words } from './folded.ts'

/** What narrows a list of a library: words of a name, and tags that an item has all of. */
export type Sought = { filter?: string | undefined; tags?: readonly string[] | undefined }

/** Says of an item whether it is among what is sought. */
export function seeks({ filter = '', tags = [] }: Sought) {
  const typed = words(fold(filter))
  return ({ name, tags: on }: { name: string; tags: readonly string[] }): boolean =>
    isTextFound(name, typed) && tags.every((tag) => on.includes(tag))
}
