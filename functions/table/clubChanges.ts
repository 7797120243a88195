import type { ChangeKind, ChangeVerb } from '#shared/rules/changes.ts'
import { entity } from './entity.ts'
import type { Range } from './table.ts'

type Club = { organizationId: string }
const partition = ({ organizationId }: Club) => `CHANGES#${organizationId}`
/**
 * Something in a club was added, changed or removed. Changes are numbered in the order of recording, without gaps: whoever has
 * read up to a number has missed nothing before it.
 */
export type ClubChange = Club & {
  place: string
  changeId: string
  what: ChangeKind
  verb: ChangeVerb
  about: string
  /** When the change was written. */
  when: string
  /** When it was recorded: from then on it is kept, since the worker may run much later. */
  recordedAt: string
}
/** A number as text that sorts like it. */
export const placeOf = (number: number): string => String(number).padStart(12, '0')

export const clubChanges = {
  ...entity<ClubChange, Club & Pick<ClubChange, 'place'>>('Club change', {
    key: (id) => ({ pk: partition(id), sk: `CHANGE#${id.place}` }),
  }),
  /** The changes after a place, oldest first. */
  after: (club: Club, place: string, limit: number): Range => ({
    pk: partition(club),
    from: `CHANGE#${place}#`,
    to: 'CHANGE#9999999999999',
    limit,
    consistent: true,
  }),
}

/** Marks a change as recorded; duplicate notifications have the same id. */
export const seenChanges = entity<Club & { changeId: string; recordedAt: string }, Club & { changeId: string }>(
  'Seen change',
  {
    key: (id) => ({ pk: partition(id), sk: `SEEN#${id.changeId}` }),
  },
)

/** How many changes were recorded in a club so far. */
export const changeCounts = entity<Club & { last: number }, Club>('Change count', {
  key: (club) => ({ pk: partition(club), sk: 'COUNT' }),
})
