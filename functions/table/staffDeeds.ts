import type { DeedAct } from '#shared/rules/staff.ts'
import { entity } from './entity.ts'

/**
 * What our own people have done about what clubs buy: to a club (`about` is its id), or to a promotion (`about` is its code). Each
 * by itself, written before the doing and never changed: what the provider refuses then is a deed of its own.
 */
export type StaffDeed = {
  when: string
  deedId: string
  act: DeedAct
  about: string
  /** The day, or what it takes off. */
  detail: string
  reason: string
  who: string
}
const partition = (about: string) => `DEEDS#${about}`
export const staffDeeds = {
  ...entity<StaffDeed, Pick<StaffDeed, 'about' | 'when' | 'deedId'>>('Staff deed', {
    key: ({ about, when, deedId }) => ({ pk: partition(about), sk: `AT#${when}#${deedId}` }),
  }),
  /** The newest first. */
  about: (about: string) => ({ pk: partition(about), from: 'AT#', to: 'AT#\uffff', newestFirst: true }),
}
/** Promotions are of no club: what is done about any of them stands together. */
export const promotionsDeeds = 'promotions'
