import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { screenAt } from './paths.ts'
import { startRequest } from './pendingRequests.ts'
import type { ScreenRecord } from './screenRecord.ts'
import { type Shown, screens } from './screens.ts'
import type { Ending } from './session/expiry.ts'

type Loads<Props> = () => Promise<ComponentType<Props>>
/** A file of its own with a component in it: it is loaded when it is first drawn, or before that by `prefetch`. */
export type Chunk<Props> = {
  Component: (props: Props) => ReactElement
  /** Begins to load it; a failure is met, and shown, by whoever really needs it. */
  prefetch: () => Promise<void>
}

/** The ways to begin anew with what did not load. */
const failed = new Set<() => void>()
/** From now on what did not load is tried again. */
export function retryChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** With `orNothing` what does not load is left out without a word: a help that nobody waits for. */
export function chunk<Props extends object>(load: Loads<Props>, failure?: 'orNothing'): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  /** What is drawn: the component itself where it is there already, so that not even an outline comes before it. */
  let drawn: ComponentType<Props> | undefined
  function begin(): Promise<ComponentType<Props>> {
    if (loading) return loading
    loading = load().then((component) => {
      loaded = component
      return component
    })
    // A failure is kept until `retryChunks`: what React draws again by itself would ask without end.
    loading.catch(() =>
      failed.add(() => {
        loading = undefined
        drawn = undefined
      }),
    )
    return loading
  }
  const whenLoaded = () =>
    lazy(async () => {
      // Somebody waits for it, so it counts as a request under way.
      const done = startRequest()
      try {
        return { default: await begin() }
      } catch (error) {
        if (!failure) throw error
        return { default: () => null }
      } finally {
        done()
      }
    }) as ComponentType<Props>
  return {
    Component(props) {
      drawn ??= loaded ?? whenLoaded()
      return createElement(drawn, props)
    },
    prefetch: () =>
      begin().then(
        () => undefined,
        () => undefined,
      ),
  }
}

const files = import.meta.glob<{ default: ComponentType }>('./*/*Screen.tsx')
const loadsScreen = (file: string): Loads<object> => {
  const load = files[`./${file}.tsx`]
  if (!load) throw new Error(`${file} has a record in screens.ts, and there is no such file.`)
  return () => load().then((screen) => screen.default)
}

/** The chunk of each screen, by its name. */
export const screenChunks = Object.fromEntries(
  Object.entries<ScreenRecord>(screens).flatMap(([screen, { file }]) =>
    file ? [[screen, chunk(loadsScreen(file))]] : [],
  ),
) as Record<Shown, Chunk<object>>

/** Begins to load the screen that stands at an address. */
export function prefetchPage(pathname: string): void {
  const { screen, record } = screenAt(pathname)
  if (record.file) void screenChunks[screen as Shown].prefetch()
}

/** In the place of a screen that is not for this person. */
export const Refused = chunk<{ why: string }>(() =>
  import('./shell/ForbiddenScreen.tsx').then(({ Refused }) => Refused),
)
/** Parts of the shell that are loaded late. */
export const Walkthrough = chunk(
  () => import('./walkthrough/Walkthrough.tsx').then(({ Walkthrough }) => Walkthrough),
  'orNothing',
)
export const Shortcuts = chunk(() => import('./shell/Shortcuts.tsx').then(({ Shortcuts }) => Shortcuts), 'orNothing')
export const SubscriptionBanner = chunk<{ orgId: string }>(
  () => import('./shell/SubscriptionBanner.tsx').then(({ SubscriptionBanner }) => SubscriptionBanner),
  'orNothing',
)
export const Support = chunk<{ userId: string | undefined; pathname: string }>(
  () => import('./support/Support.tsx').then(({ Support }) => Support),
  'orNothing',
)
export const InPlace = chunk<{ cookie: string }>(() => import('./shell/InPlace.tsx').then(({ InPlace }) => InPlace))
/** The session ends on time all the same, only unannounced. */
export const StillThere = chunk<Ending>(
  () => import('./session/StillThere.tsx').then(({ StillThere }) => StillThere),
  'orNothing',
)
export const Selector = chunk(() => import('./shell/Selector.tsx').then(({ Selector }) => Selector))
export const AccountItems = chunk(() => import('./shell/AccountItems.tsx').then(({ AccountItems }) => AccountItems))
/** What looks after the session. */
export const loadExpiry = () => import('./session/expiry.ts')
