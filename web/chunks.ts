import type { ComponentType } from 'react'
import { type Chunk, chunk, type Loader } from './chunk.ts'
import { hasFilesEarly } from './early/plan.ts'
import { screenAt } from './paths.ts'
import type { ScreenRecord } from './screenRecord.ts'
import { type ScreenWithFile, screens } from './screens.ts'
import type { SessionEnding } from './session/expiry.ts'

const files = import.meta.glob<{ default: ComponentType }>(['./*/*Screen.tsx', '!./shell/Screen.tsx'])
const loadsScreen = (file: string): Loader<object> => {
  const load = files[`./${file}.tsx`]
  if (!load) throw new Error(`${file} has a record in screens.ts, and there is no such file.`)
  return () => load().then((screen) => screen.default)
}

/** The chunk of each screen, by its name. */
export const screenChunks = Object.fromEntries(
  Object.entries<ScreenRecord>(screens).flatMap(([screen, { file }]) =>
    file ? [[screen, chunk(loadsScreen(file))]] : [],
  ),
) as Record<ScreenWithFile, Chunk<object>>

/** The screen of an address, after a redirect. */
function finalScreenAt(pathname: string) {
  const match = screenAt(pathname)
  return match.record.redirect ? screenAt(match.record.redirect) : match
}

/** Loads the code of the screen of an address. A failure is ignored here, and thrown when it is rendered. */
export async function prefetchPage(pathname: string): Promise<void> {
  const { screen, record } = finalScreenAt(pathname)
  if (record.file) await screenChunks[screen as ScreenWithFile].prefetch()
}

/** Whether the script in the page's head has already requested the files of the screen. */
export const isPageOnTheWay = (pathname: string): boolean => hasFilesEarly(finalScreenAt(pathname).record)

/** Replaces a screen that the user may not see. */
export const Refused = chunk<{ reason: string }>(() =>
  import('./shell/ForbiddenScreen.tsx').then(({ Forbidden }) => Forbidden),
)
/** Lazily loaded parts of the shell. */
export const Walkthrough = chunk(
  () => import('./walkthrough/Walkthrough.tsx').then(({ Walkthrough }) => Walkthrough),
  'orNothing',
)
export const Shortcuts = chunk(() => import('./shell/Shortcuts.tsx').then(({ Shortcuts }) => Shortcuts), 'orNothing')
export const SubscriptionBanner = chunk<{ orgId: string }>(
  () => import('./banner/SubscriptionBanner.tsx').then(({ SubscriptionBanner }) => SubscriptionBanner),
  'orNothing',
)
export const SecondFactorBanner = chunk<{ clubs: readonly { id: string; name: string }[]; userId: string }>(
  () => import('./account/SecondFactorBanner.tsx').then(({ SecondFactorBanner }) => SecondFactorBanner),
  'orNothing',
)
export const SupportChat = chunk<{ userId: string | undefined; pathname: string }>(
  () => import('./support/SupportChat.tsx').then(({ SupportChat }) => SupportChat),
  'orNothing',
)
export const ChatQueueSender = chunk<{ userId: string }>(
  () => import('./chat/QueueSender.tsx').then(({ QueueSender }) => QueueSender),
  'orNothing',
)
export const ImpersonationBanner = chunk<{ cookie: string }>(() =>
  import('./shell/ImpersonationBanner.tsx').then(({ ImpersonationBanner }) => ImpersonationBanner),
)
/** If it does not load, the session still ends on time, but without a warning. */
export const StillThere = chunk<SessionEnding>(
  () => import('./session/StillThere.tsx').then(({ StillThere }) => StillThere),
  'orNothing',
)
export const Selector = chunk(() => import('./shell/Selector.tsx').then(({ Selector }) => Selector))
export const AccountItems = chunk(() => import('./shell/AccountItems.tsx').then(({ AccountItems }) => AccountItems))
/** The session watcher. */
export const loadExpiry = () => import('./session/expiry.ts')
