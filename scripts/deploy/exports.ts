import type { Template, Templates } from './templates.ts'

/**
 * The stacks that have to be deployed by themselves before all others, in this order: they import an export that `after`
 * removes. CloudFormation removes no export that is still imported, and `cdk deploy --all` begins with the exporting stack.
 * Left out are stacks that import something which nothing exports yet, because CloudFormation would refuse them by themselves:
 * after a failed deployment they may never have been updated, so that they do not import the removed export at all.
 * @param before what may be running: several, after a deployment that failed half-way
 */
export function deployedFirst(before: readonly Templates[], after: Templates): string[] {
  const names = [...new Set(before.flatMap(Object.keys))].filter((name) => after[name])
  const wasIn = (of: (template?: Template) => string[], name: string) => before.flatMap((each) => of(each[name]))
  const given = givenIn(before)
  const order = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    // Failed attempts may have reversed an import, which makes a cycle.
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

/**
 * Stacks that import a removed export but cannot go first, since they import something that is not exported yet; each with the
 * stacks that will export it.
 */
export function cannotGoFirst(before: readonly Templates[], after: Templates): { name: string; for: string[] }[] {
  const kept = new Set(Object.values(after).flatMap(exportsOf))
  const first = deployedFirst(before, after)
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

/** Whether everything that a template imports is exported by what may be running. */
export const isGiven = (before: readonly Templates[], template?: Template): boolean =>
  importsOf(template).every((each) => givenIn(before).has(each))

export const exportsOf = (template?: Template) =>
  Object.values(template?.Outputs ?? {}).flatMap(({ Export }) => (Export ? [String(Export.Name)] : []))
export const importsOf = (template?: Template) =>
  [...JSON.stringify(template ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name)
