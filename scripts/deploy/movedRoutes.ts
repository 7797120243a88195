import { exportsOf, importsOf, isGiven } from './exports.ts'
import { routesIn, type Template, type Templates } from './templates.ts'

export type Moved = {
  /** The stacks that lose a route to another: they are deployed first, each by itself. */
  losing: string[]
  /** What is said of it. */
  sentences: string[]
  /** Whether they cannot go first: they take what none gives yet, or get a route of another one at the same time. */
  isStuck: boolean
}

/**
 * Routes that another stack has than before. API Gateway takes no key twice, and would be told the new one while it has the old one
 * still. Where the stack that loses gives something to the other, it is deployed before it anyway.
 * @param before what may be running: more than one where a deployment has stopped half-way
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
