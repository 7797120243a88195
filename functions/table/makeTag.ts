import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { fold } from '#shared/rules/folded.ts'
import { retryOnConflict, write } from './table.ts'
import { type Tag, tagCounts, tags } from './tags.ts'
import type { Stamp } from './writes.ts'

/** More than any club sorts by; each is offered in a list. */
const mostTags = 200
/** Several coaches may make some at once. */
const mostTries = 12

/** A new tag of a club, or the one that is called so already. */
export const makeTag = (stamp: Stamp, { tagId, name }: Tag): Promise<Tag> =>
  retryOnConflict(async () => {
    const organizationId = organizationOf(tagId)
    // The count first: what is made after it was read is refused with it.
    const count = await tagCounts.get({ organizationId }, { consistent: true })
    const there = await tags.of(organizationId)
    const same = there.find((tag) => tag.tagId === tagId || fold(tag.name) === fold(name))
    if (same) return same
    if (there.length >= mostTags) throw new Problem('bad_request', [faultAt('name', 'too_many', { limit: mostTags })])
    await write(
      stamp,
      tags.createOnce({ tagId, name }),
      tagCounts.upsert({ organizationId }, { add: { made: 1 }, when: [['version', '=', count?.version ?? 0]] }),
    )
    return { tagId, name }
  }, mostTries)
