import type { Template, Templates } from './templates.ts'

/**
 * The stacks that have to be deployed on their own before all others, in this order: they import an export that `after`
 * removes. CloudFormation removes no export that is still imported, and `cdk deploy --all` begins with the exporting
 * stack. Stacks whose new imports are not exported yet are left out, because CloudFormation would reject them on their
 * own: after a failed deployment they may never have been updated, so that they do not import the removed export at
 * all.
 * @param before what may be running: several, after a deployment that failed half-way
 */
export function stacksToDeployFirst(before: readonly Templates[], after: Templates): string[] {
  const names = [...new Set(before.flatMap(Object.keys))].filter((name) => after[name])
  const previousValues = (valuesOf: (template?: Template) => string[], name: string) =>
    before.flatMap((each) => valuesOf(each[name]))
  const available = exportsIn(before)
  const order = new Set<string>()
  const visited = new Set<string>()
  const visit = (name: string) => {
    // Failed attempts may have reversed an import, which makes a cycle.
    if (visited.has(name)) return
    visited.add(name)
    const remaining = exportsOf(after[name])
    const removed = previousValues(exportsOf, name).filter((each) => !remaining.includes(each))
    for (const otherName of names) {
      if (!previousValues(importsOf, otherName).some((each) => removed.includes(each))) continue
      visit(otherName)
      if (!importsOf(after[otherName]).every((each) => available.has(each))) continue
      order.add(otherName)
      for (const each of exportsOf(after[otherName])) available.add(each)
    }
  }
  for (const name of names) visit(name)
  return [...order]
}

/**
 * Stacks that import a removed export but cannot go first, because one of their new imports is not exported yet; each
 * with the stacks that will export it.
 */
export function blockedStacks(before: readonly Templates[], after: Templates): { name: string; for: string[] }[] {
  const remaining = new Set(Object.values(after).flatMap(exportsOf))
  const first = stacksToDeployFirst(before, after)
  return Object.entries(after).flatMap(([name, template]) => {
    const imported = before.flatMap((each) => importsOf(each[name]))
    if (first.includes(name) || imported.every((each) => remaining.has(each))) return []
    const missing = importsOf(template).filter((each) => !exportsIn(before).has(each))
    const exporters = Object.keys(after).filter((otherName) =>
      exportsOf(after[otherName]).some((each) => missing.includes(each)),
    )
    return exporters.length > 0 ? [{ name, for: exporters }] : []
  })
}

const exportsIn = (before: readonly Templates[]) =>
  new Set(before.flatMap((each) => Object.values(each).flatMap(exportsOf)))

/** Whether everything that a template imports is exported by what may be running. */
export const canImport = (before: readonly Templates[], template?: Template): boolean =>
  importsOf(template).every((each) => exportsIn(before).has(each))

export const exportsOf = (template?: Template) =>
  Object.values(template?.Outputs ?? {}).flatMap(({ Export }) => (Export ? [String(Export.Name)] : []))
export const importsOf = (template?: Template) =>
  [...JSON.stringify(template ?? {}).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name)
