import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { retryOnConflict, write } from './table.ts'
import { type Tag, tagCounts, tags } from './tags.ts'
import type { Stamp } from './writes.ts'

/** More than any club needs; all of them are offered in a list. */
const maxTags = 200
/** Several coaches may create tags at the same time. */
const maxAttempts = 12

/** Creates a tag of a club, or returns the one with the same name. */
export const makeTag = (stamp: Stamp, { tagId, name }: Tag): Promise<Tag> =>
  retryOnConflict(async () => {
    const organizationId = organizationOf(tagId)
    // Reads the count first: a tag created after that makes the write conflict.
    const count = await tagCounts.get({ organizationId }, { consistent: true })
    const existing = await tags.of(organizationId)
    const sameTag = existing.find((tag) => tag.tagId === tagId || fold(tag.name) === fold(name))
    if (sameTag) return sameTag
    if (existing.length >= maxTags) throw new Problem('bad_request', [faultAt('name', 'too_many', { limit: maxTags })])
    await write(
      stamp,
      tags.createOnce({ tagId, name }),
      tagCounts.upsert({ organizationId }, { add: { made: 1 }, when: [['version', '=', count?.version ?? 0]] }),
    )
    return { tagId, name }
  }, maxAttempts)
