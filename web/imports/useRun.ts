import { useRef, useState } from 'react'
import { ApiProblem } from '../api.ts'

/** Concurrent requests: fast enough, while leaving capacity for other users. */
const maxParallel = 4

export type Run<Item> = {
  state: 'running' | 'stopped' | 'over'
  total: number
  done: number
  failed: readonly { item: Item; problem: ApiProblem }[]
}

/** Runs `runItem` for each item, a few at a time, until all are done or it is stopped. Failed items do not hold up the others. */
export function useRun<Item>(runItem: (item: Item) => Promise<void>) {
  const [run, setRun] = useState<Run<Item>>()
  const isStopping = useRef(false)
  async function start(items: readonly Item[]): Promise<void> {
    isStopping.current = false
    const queue = [...items]
    const failed: { item: Item; problem: ApiProblem }[] = []
    let done = 0
    const report = (state: Run<Item>['state']) => setRun({ state, total: items.length, done, failed: [...failed] })
    report('running')
    async function next(): Promise<void> {
      const item = isStopping.current ? undefined : queue.shift()
      if (item === undefined) return
      try {
        await runItem(item)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        failed.push({ item, problem: error })
      }
      done += 1
      report('running')
      return next()
    }
    await Promise.all(Array.from({ length: maxParallel }, next))
    report(isStopping.current ? 'stopped' : 'over')
  }
  return {
    run,
    start,
    stop: () => {
      isStopping.current = true
    },
    forget: () => setRun(undefined),
  }
}
