import { useRef, useState } from 'react'
import { ApiProblem } from '../api.ts'

/** Concurrent requests: fast enough, while leaving capacity for other users. */
const atOnce = 4

export type Run<Item> = {
  state: 'running' | 'stopped' | 'over'
  total: number
  done: number
  failed: readonly { item: Item; problem: ApiProblem }[]
}

/** Runs `work` for each item, a few at a time, until all are done or it is stopped. Failed items do not hold up the others. */
export function useRun<Item>(work: (item: Item) => Promise<void>) {
  const [run, setRun] = useState<Run<Item>>()
  const stopping = useRef(false)
  async function start(items: readonly Item[]): Promise<void> {
    stopping.current = false
    const waiting = [...items]
    const failed: { item: Item; problem: ApiProblem }[] = []
    let done = 0
    const tell = (state: Run<Item>['state']) => setRun({ state, total: items.length, done, failed: [...failed] })
    tell('running')
    async function next(): Promise<void> {
      const item = stopping.current ? undefined : waiting.shift()
      if (item === undefined) return
      try {
        await work(item)
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error
        failed.push({ item, problem: error })
      }
      done += 1
      tell('running')
      return next()
    }
    await Promise.all(Array.from({ length: atOnce }, next))
    tell(stopping.current ? 'stopped' : 'over')
  }
  return {
    run,
    start,
    stop: () => {
      stopping.current = true
    },
    forget: () => setRun(undefined),
  }
}
