import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { startRequest } from './api/pendingRequests.ts'

export type Loads<Props> = () => Promise<ComponentType<Props>>
/** A component whose code is loaded when it is first rendered, or before that by `prefetch`. */
export type Chunk<Props> = {
  Component: (props: Props) => ReactElement
  /** Starts loading it. A failure is ignored here, and thrown when the component is rendered. */
  prefetch: () => Promise<void>
}

/** Callbacks that reset chunks which failed to load. */
const failed = new Set<() => void>()
/** Makes chunks that failed to load be loaded again at their next render. */
export function retryChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** With `orNothing`, the component renders nothing if its code does not load: for optional parts. */
export function chunk<Props extends object>(load: Loads<Props>, failure?: 'orNothing'): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  /** The component itself if it is already loaded at its first render, so that no skeleton is shown; otherwise a lazy one. */
  let drawn: ComponentType<Props> | undefined
  function begin(): Promise<ComponentType<Props>> {
    if (loading) return loading
    loading = load().then((component) => {
      loaded = component
      return component
    })
    // A failure is kept until `retryChunks`: otherwise every render would try again, endlessly.
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
      // Counts as a pending request, since the reader waits for it.
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
