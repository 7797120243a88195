import { canImport, exportsOf, importsOf } from './exports.ts'
import { routesIn, type Template, type Templates } from './templates.ts'

export type MovedRoutes = {
  /** The stacks that lose a route to another stack: they are deployed first, each on its own. */
  losingStacks: string[]
  /** One sentence per moved route. */
  sentences: string[]
  /**
   * Whether they cannot go first, because an import of theirs is not exported yet, or because they also receive a route
   * from another stack.
   */
  isStuck: boolean
}

/**
 * Routes that move to another stack. API Gateway rejects duplicate route keys, and the new route would be created while
 * the old one still exists. If the stack that loses the route exports something to the other, it is deployed first
 * anyway.
 * @param before what may be running: several, after a deployment that stopped half-way
 */
export function movedRoutes(before: readonly Templates[], after: Templates): MovedRoutes {
  const moves = Object.entries(after).flatMap(([to, template]) =>
    keysOf(template).flatMap((key) => {
      const hadRoute = (name: string) => before.some((each) => keysOf(each[name]).includes(key))
      const previousStacks = Object.keys(after).filter(
        (from) => from !== to && hadRoute(from) && !exportsTo(after[from], template),
      )
      return previousStacks.map((from) => ({ key, from, to }))
    }),
  )
  const losingStacks = [...new Set(moves.map(({ from }) => from))]
  return {
    losingStacks,
    sentences: moves.map(
      ({ key, from, to }) => `${key} moves from ${from} to ${to}, and is unavailable until ${to} is deployed.`,
    ),
    isStuck: losingStacks.some((name) => moves.some(({ to }) => to === name) || !canImport(before, after[name])),
  }
}

const exportsTo = (from: Template | undefined, to: Template) =>
  importsOf(to).some((each) => exportsOf(from).includes(each))

const keysOf = (template?: Template): string[] =>
  routesIn(template).map(({ Properties }) => String(Properties?.['RouteKey']))
