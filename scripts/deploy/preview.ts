import { replacementProperties } from './replacementProperties.ts'
import { permissionsOf } from './permissions.ts'
import type { Resource, Templates } from './templates.ts'

/** What a deployment changes, in sentences. Entries of `loses` are refused unless explicitly allowed. */
export type Preview = { losses: string[]; newPermissions: string[]; changes: string[] }

/** The types of resources that hold people's data, or the keys that sign it. */
export const dataResourceTypes: readonly string[] = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::Cognito::UserPool',
  'AWS::SecretsManager::Secret',
]

type Difference = { id: string; was: Resource | undefined; is: Resource | undefined }

/** The differences between two states of a stage's templates. */
export function previewOf(before: Templates, after: Templates): Preview {
  const all = differences(before, after)
  return {
    losses: all.flatMap(({ id, was, is }) => (was ? lossesIn(id, was, is) : [])),
    newPermissions: all.flatMap(({ id, was, is }) => {
      const known = new Set(was && permissionsOf(was))
      const added = is ? permissionsOf(is).filter((right) => !known.has(right)) : []
      return added.map((right) => `${logicalName(id)}: ${right}`)
    }),
    changes: [...functionsIn(all), ...othersIn(all)],
  }
}

/** The data that would be lost from any of the states that may be running, each loss once. */
export const lossesOf = (before: readonly Templates[], after: Templates): string[] => [
  ...new Set(before.flatMap((each) => previewOf(each, after).losses)),
]

function differences(before: Templates, after: Templates): Difference[] {
  const union = (one: object = {}, other: object = {}) =>
    [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  return union(before, after).flatMap((stack) => {
    const [was, is] = [before[stack]?.Resources ?? {}, after[stack]?.Resources ?? {}]
    return union(was, is)
      .map((id) => ({ id, was: was[id], is: is[id] }))
      .filter((each) => differ(each.was, each.is))
  })
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** A resource's name in the code: CDK appends eight digits of a hash. */
const logicalName = (id: string) => id.replace(/[0-9A-F]{8}$/, '')

function lossesIn(id: string, was: Resource, is: Resource | undefined): string[] {
  if (!dataResourceTypes.includes(was.Type)) return []
  const what = `${was.Type.split('::')[2]} ${logicalName(id)}`
  if (is?.Type !== was.Type) return [`${what} is deleted with its data.`]
  const changed = changedIn(was, is).filter((name) => replacementProperties(was.Type).includes(name))
  return changed.length > 0 ? [`${what} is replaced by an empty one, because its ${changed.join(', ')} changes.`] : []
}

function changedIn({ Properties: one = {} }: Resource, { Properties: other = {} }: Resource): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].filter((name) => differ(one[name], other[name])).toSorted()
}

const isFunction = ({ was, is }: Difference) => (is ?? was)?.Type === 'AWS::Lambda::Function'

function functionsIn(all: readonly Difference[]): string[] {
  const ours = all.filter(isFunction)
  const both = ours.flatMap(({ id, was, is }) => (was && is ? [{ id, names: changedIn(was, is) }] : []))
  const settings = both.flatMap(({ id, names }) => {
    const others = names.filter((name) => name !== 'Code')
    return others.length > 0 ? [`${logicalName(id)} (${others.join(', ')})`] : []
  })
  const lines: [string, string[]][] = [
    ['Functions with new code', both.filter(({ names }) => names.includes('Code')).map(({ id }) => logicalName(id))],
    ['Functions with new settings', settings],
    ['New functions', ours.filter(({ was }) => !was).map(({ id }) => logicalName(id))],
    ['Removed functions', ours.filter(({ is }) => !is).map(({ id }) => logicalName(id))],
  ]
  return lines.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []))
}

/** All other changes, counted by type: `HttpApi Route: 2 new, 1 changed.` */
function othersIn(all: readonly Difference[]): string[] {
  const others = all.filter((each) => !isFunction(each))
  const groups = Object.groupBy(others, ({ was, is }) => (is ?? was)?.Type.split('::').slice(1).join(' ') ?? '')
  return Object.entries(groups).map(([kind, some = []]) => {
    const counts = [
      [some.filter(({ was }) => !was).length, 'new'],
      [some.filter(({ was, is }) => was && is).length, 'changed'],
      [some.filter(({ is }) => !is).length, 'removed'],
    ] as const
    return `${kind}: ${counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')}.`
  })
}
