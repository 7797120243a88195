import { exportsOf, importsOf, isGiven } from './exports.ts'
import { routesIn, type Template, type Templates } from './templates.ts'

export type Moved = {
  /** The stacks that lose a route to another one: they are deployed first, each by itself. */
  losing: string[]
  /** What to print about it. */
  sentences: string[]
  /**
   * Whether they cannot go first: they import something not exported yet, or receive a route from another one at the same time.
   */
  isStuck: boolean
}

/**
 * Routes that move to another stack. API Gateway rejects duplicate keys, and would get the new route while it still has the old
 * one. If the losing stack exports something to the other, it is deployed before it anyway.
 * @param before what may be running: several, after a deployment that failed half-way
 */
export function movedRoutes(before: readonly Templates[], after: Templates): Moved {
  const moved = Object.entries(after).flatMap(([to, template]) =>
    keysOf(template).flatMap((key) => {
      const had = (name: string) => before.some((each) => keysOf(each[name]).includes(key))
      const others = Object.keys(after).filter((from) => from !== to && had(from) && !givesTo(after[from], template))
      return others.map((from) => ({ key, from, to }))
    }),
  )
  const losing = [...new Set(moved.map(({ from }) => from))]
  return {
    losing,
    sentences: moved.map(
      ({ key, from, to }) => `${key} goes from ${from} to ${to}, and is away until that is deployed.`,
    ),
    isStuck: losing.some((name) => moved.some(({ to }) => to === name) || !isGiven(before, after[name])),
  }
}

const givesTo = (from: Template | undefined, to: Template) =>
  importsOf(to).some((each) => exportsOf(from).includes(each))

const keysOf = (template?: Template): string[] =>
  routesIn(template).map(({ Properties }) => String(Properties?.['RouteKey']))
