import type { DeedAct } from '#shared/rules/staff.ts'
import { entity } from './entity.ts'

/**
 * What our staff have done about a club's subscription (`about` is its id) or a promotion (`about` is its code). Append-only, and
 * written before the provider is called; a refusal by the provider is a deed of its own.
 */
export type StaffDeed = {
  when: string
  deedId: string
  act: DeedAct
  about: string
  /** The day, or the discount. */
  detail: string
  reason: string
  who: string
}
const partition = (about: string) => `DEEDS#${about}`
export const staffDeeds = {
  ...entity<StaffDeed, Pick<StaffDeed, 'about' | 'when' | 'deedId'>>('Staff deed', {
    key: ({ about, when, deedId }) => ({ pk: partition(about), sk: `AT#${when}#${deedId}` }),
  }),
  /** Newest first. */
  about: (about: string) => ({ pk: partition(about), from: 'AT#', to: 'AT#\uffff', newestFirst: true }),
}
/** Promotions belong to no club, so all their deeds are stored together. */
export const promotionsDeeds = 'promotions'
