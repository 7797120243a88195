import type { Can } from '#shared/permissions.ts'
import type { Reads } from './api/types.ts'
import type { FirstQuery } from './early/queries.ts'

/** A screen, as plain data. Each area lists its screens in `web/<area>/screens.ts`. */
export type ScreenRecord = {
  /** The address as the router has it: `:orgId` is a parameter, `:teamId?` one that may be left out. */
  path: string
  /** What the specification calls it. */
  name: string
  /** Its component, the default export of `web/<file>.tsx`. A screen that only leads to another has `redirect` instead. */
  file?: `${string}/${string}Screen`
  redirect?: string
  /**
   * `shell`: with navigation, for who is signed in. `dialog`: the same at its own address, but over the screen behind it when
   * a link of ours leads there. `open`: with navigation for who is signed in, without it for strangers. `bare`: without.
   */
  frame: 'shell' | 'dialog' | 'open' | 'bare'
  /** How much of the screen such a dialog takes: 1600 px wide unless it says otherwise, 1024 by 800, or all of it. */
  dialog?: 'page' | 'full'
  /** It takes the whole screen: the frame is there without its navigation. */
  navigation?: 'hidden'
  /**
   * Whom it shows: own players, or the team or organization named by `:orgId` and `:teamId`; `club` is an organization as a whole,
   * while which one of its teams stays selected. Left out where it is the same for everybody, as Today; such a screen stays when
   * another team is chosen.
   */
  about?: 'players' | 'organization' | 'team' | 'club'
  /**
   * The screen stays when another team is chosen, with the ids of that team, and with those other parameters and queries
   * that are named here. Without it the choice leads to the roster.
   */
  swap?: readonly string[]
  /**
   * The first read of the screen, whose input follows from the address: the script in the page's head requests it while the app is still
   * loading, before rights are known; a refusal is not shown. Path parameters are those of the address with the same name; `orgUnitId` and
   * `orgId` may also be the team or club of another id in it, and any other parameter its `id`. `query` gives the query. Left out for
   * screens that read nothing, and for those listed with a reason in `test/web/first-reads.tsv`.
   */
  first?: { route: Reads; query?: FirstQuery }
  /** Further reads that are requested at the same time, without which the screen shows nothing. */
  beside?: readonly { route: Reads; query?: FirstQuery }[]
  /**
   * The right that the screen needs on the subject of its address (`subjectAt`): without it, the reason is shown instead, and nothing is
   * read. Left out where everybody sees something, or the screen itself decides who sees what.
   */
  can?: Can
  /** Offers support by staff below the screen. */
  support?: true
  /** `precached`: the service worker stores it at the first visit. Others are stored when they are first opened. */
  offline?: 'precached'
}
