import { type ComponentType, createElement, lazy, type ReactElement } from 'react'
import { startRequest } from './api/pendingRequests.ts'

export type Loader<Props> = () => Promise<ComponentType<Props>>
/** A component whose code is loaded when it is first rendered, or before that by `prefetch`. */
export type Chunk<Props> = {
  Component: (props: Props) => ReactElement
  /** Starts loading it. A failure is ignored here, and thrown when the component is rendered. */
  prefetch: () => Promise<void>
}

/** Callbacks that reset chunks which failed to load. */
const resetCallbacks = new Set<() => void>()
/** Makes chunks that failed to load be loaded again at their next render. */
export function retryChunks(): void {
  for (const reset of resetCallbacks) reset()
  resetCallbacks.clear()
}

/** With `orNothing`, the component renders nothing if its code does not load: for optional parts. */
export function chunk<Props extends object>(load: Loader<Props>, failure?: 'orNothing'): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  /** The component itself if it is already loaded at its first render, so that no skeleton is shown; otherwise a lazy one. */
  let rendered: ComponentType<Props> | undefined
  function startLoading(): Promise<ComponentType<Props>> {
    if (loading) return loading
    loading = load().then((component) => {
      loaded = component
      return component
    })
    // A failure is kept until `retryChunks`: otherwise every render would try again, endlessly.
    loading.catch(() =>
      resetCallbacks.add(() => {
        loading = undefined
        rendered = undefined
      }),
    )
    return loading
  }
  const createLazy = () =>
    lazy(async () => {
      // Counts as a pending request, since the reader waits for it.
      const endRequest = startRequest()
      try {
        return { default: await startLoading() }
      } catch (error) {
        if (!failure) throw error
        return { default: () => null }
      } finally {
        endRequest()
      }
    }) as ComponentType<Props>
  return {
    Component(props) {
      rendered ??= loaded ?? createLazy()
      return createElement(rendered, props)
    },
    prefetch: () =>
      startLoading().then(
        () => undefined,
        () => undefined,
      ),
  }
}
