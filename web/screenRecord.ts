import type { Can } from '#shared/permissions.ts'
import type { Reads } from './api/types.ts'
import type { FirstQuery } from './early/queries.ts'

/** A screen, as plain data. Each area lists its screens in `web/<area>/screens.ts`. */
export type ScreenRecord = {
  /** The router's path pattern: `:orgId` is a parameter, `:teamId?` an optional one. */
  path: string
  /** The screen's name in the specification. */
  name: string
  /** The component: the default export of `web/<file>.tsx`. A screen that only redirects has `redirect` instead. */
  file?: `${string}/${string}Screen`
  redirect?: string
  /**
   * `shell`: with navigation, for signed-in users. `dialog`: the same at its own address, but over the previous screen when
   * opened by a link. `open`: with navigation for signed-in users, without it for visitors. `bare`: without navigation.
   */
  frame: 'shell' | 'dialog' | 'open' | 'bare'
  /** The size of such a dialog: 1600 px wide by default, 1024 by 800 for `page`, or the whole screen. */
  dialog?: 'page' | 'full'
  /** Shows the frame without its navigation. */
  navigation?: 'hidden'
  /**
   * What the screen is about: the user's own players, or the team or organization named by `:orgId` and `:teamId`; `club` is an
   * organization as a whole, while one of its teams stays selected. Omitted if it is the same for everyone, such as Today; such a
   * screen stays when another team is chosen.
   */
  about?: 'players' | 'organization' | 'team' | 'club'
  /**
   * Keeps the screen when another team is chosen, with that team's ids and the other path and search parameters named here.
   * Without it, choosing a team leads to its roster.
   */
  swap?: readonly string[]
  /**
   * The screen's first read, if its input follows from the address: the script in the page's head requests it while the app is
   * loading, before rights are known; a refusal is ignored. Path parameters are taken from the address by name; `orgUnitId` and
   * `orgId` may also be derived from another id in it, and any other parameter from its `id`. `query` names the query. Omitted
   * for screens without reads, and for those listed with a reason in `test/web/first-reads.tsv`.
   */
  first?: { route: Reads; query?: FirstQuery }
  /** Further reads requested at the same time, which the screen needs to show anything. */
  beside?: readonly { route: Reads; query?: FirstQuery }[]
  /**
   * The right needed on the subject of the address (`subjectAt`): without it, the reason is shown instead and nothing is read.
   * Omitted if everyone sees something, or the screen itself decides.
   */
  can?: Can
  /** Shows the support section below the screen. */
  support?: true
  /**
   * `precached`: the service worker stores the screen's code at the first visit. Others are stored when they are first opened.
   */
  offline?: 'precached'
}
