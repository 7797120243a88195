import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { startRequest } from './pendingRequests.ts'

export type Loads<Props> = () => Promise<ComponentType<Props>>
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
