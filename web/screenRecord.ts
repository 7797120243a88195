import type { Can } from '#shared/permissions.ts'
import type { Reads } from './api/types.ts'
import type { FirstQuery } from './early/queries.ts'

/** What is said of a screen, as plain data: each area says it of its own in `web/<area>/screens.ts`. */
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
   * What it asks whoever opens it, known from its address: the script in the page's head asks for it while the app is still
   * on its way, before it is known whether they may; who may not is refused, and shown nothing of that. Parameters are the
   * address's of the same name, `orgUnitId` and `orgId` the team or club that an id in it begins with, any other its `id`; `query`
   * makes the rest. Left out where nothing is asked, or what `test/web/first-reads.tsv` gives the reason for.
   */
  first?: { route: Reads; query?: FirstQuery }
  /** What it asks at the same time, without which it shows nothing. */
  beside?: readonly { route: Reads; query?: FirstQuery }[]
  /**
   * The right that it is for, on what its address names (`subjectAt`): who has it not is shown why, and the screen asks nothing.
   * Left out where everybody has something to see, or the screen itself says who sees what.
   */
  can?: Can
  /** Below it, people can ask the product's own people. */
  support?: true
  /** `precached`: on the device from the first visit on. Others are kept from the first time they are opened. */
  offline?: 'precached'
}
