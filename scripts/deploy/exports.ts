import type { Template, Templates } from './templates.ts'

/**
 * The stacks that take from others what those no longer give in `after`, in the order in which they let go of it. CloudFormation
 * takes no export away that a stack still imports, and a deployment of all begins with the stack that gives. Left out are those
 * that take what none gives yet, which CloudFormation refuses of one alone: a deployment that has stopped may never have reached them,
 * so that nothing stands in the way of all.
 * @param before what may be running: more than one where a deployment has stopped half-way
 */
export function lettingGo(before: readonly Templates[], after: Templates): string[] {
  const names = [...new Set(before.flatMap(Object.keys))].filter((name) => after[name])
  const wasIn = (of: (template?: Template) => string[], name: string) => before.flatMap((each) => of(each[name]))
  const given = givenIn(before)
  const order = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    // Where attempts have turned round who takes from whom, each leads to the other.
    if (seen.has(name)) return
    seen.add(name)
    const gives = exportsOf(after[name])
    const gone = wasIn(exportsOf, name).filter((each) => !gives.includes(each))
    for (const other of names) {
      if (!wasIn(importsOf, other).some((each) => gone.includes(each))) continue
      visit(other)
      if (!importsOf(after[other]).every((each) => given.has(each))) continue
      order.add(other)
      for (const each of exportsOf(after[other])) given.add(each)
    }
  }
  for (const name of names) visit(name)
  return [...order]
}

/** Stacks that take what goes and cannot go first, since they take what none gives yet; each with those that will give it. */
export function waiting(before: readonly Templates[], after: Templates): { name: string; for: string[] }[] {
  const kept = new Set(Object.values(after).flatMap(exportsOf))
  const first = lettingGo(before, after)
  return Object.entries(after).flatMap(([name, template]) => {
    const taken = before.flatMap((each) => importsOf(each[name]))
    if (first.includes(name) || taken.every((each) => kept.has(each))) return []
    const missing = importsOf(template).filter((each) => !givenIn(before).has(each))
    const givers = Object.keys(after).filter((other) => exportsOf(after[other]).some((each) => missing.includes(each)))
    return givers.length > 0 ? [{ name, for: givers }] : []
  })
}

const givenIn = (before: readonly Templates[]) =>
  new Set(before.flatMap((each) => Object.values(each).flatMap(exportsOf)))

/** Whether all that a stack takes is given by what may be running. */
export const isGiven = (before: readonly Templates[], template?: Template): boolean =>
  importsOf(template).every((each) => givenIn(before).has(each))

export const exportsOf = (template?: Template) =>
  Object.values(template?.Outputs ?? {}).flatMap(({ Export }) => (Export ? [String(Export.Name)] : []))
export const importsOf = (template?: Template) =>
  [...JSON.stringify(template ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name)
