import { replacementProperties } from './replacementProperties.ts'
import { permissionsOf } from './permissions.ts'
import type { Resource, Templates } from './templates.ts'

/** What a deployment changes, in sentences. `losses` are refused unless explicitly allowed. */
export type Preview = { losses: string[]; newPermissions: string[]; changes: string[] }

/** The types of resources that hold people's data, or the keys that sign it. */
export const dataResourceTypes: readonly string[] = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::Cognito::UserPool',
  'AWS::SecretsManager::Secret',
]

type Difference = { id: string; oldResource: Resource | undefined; newResource: Resource | undefined }

/** The differences between two states of a stage's templates. */
export function previewOf(before: Templates, after: Templates): Preview {
  const all = differences(before, after)
  return {
    losses: all.flatMap(({ id, oldResource, newResource }) =>
      oldResource ? lossesIn(id, oldResource, newResource) : [],
    ),
    newPermissions: all.flatMap(({ id, oldResource, newResource }) => {
      const knownPermissions = new Set(oldResource && permissionsOf(oldResource))
      const added = newResource ? permissionsOf(newResource).filter((right) => !knownPermissions.has(right)) : []
      return added.map((right) => `${logicalName(id)}: ${right}`)
    }),
    changes: [...functionsIn(all), ...otherChanges(all)],
  }
}

/** The data that would be lost from any of the states that may be running, each loss once. */
export const lossesOf = (before: readonly Templates[], after: Templates): string[] => [
  ...new Set(before.flatMap((each) => previewOf(each, after).losses)),
]

function differences(before: Templates, after: Templates): Difference[] {
  const union = (a: object = {}, b: object = {}) => [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted()
  return union(before, after).flatMap((stack) => {
    const [oldResources, newResources] = [before[stack]?.Resources ?? {}, after[stack]?.Resources ?? {}]
    return union(oldResources, newResources)
      .map((id) => ({ id, oldResource: oldResources[id], newResource: newResources[id] }))
      .filter((each) => differ(each.oldResource, each.newResource))
  })
}

const differ = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)

/** A resource's name in the code: CDK appends eight digits of a hash. */
const logicalName = (id: string) => id.replace(/[0-9A-F]{8}$/, '')

function lossesIn(id: string, oldResource: Resource, newResource: Resource | undefined): string[] {
  if (!dataResourceTypes.includes(oldResource.Type)) return []
  const label = `${oldResource.Type.split('::')[2]} ${logicalName(id)}`
  if (newResource?.Type !== oldResource.Type) return [`${label} is deleted with its data.`]
  const replacingProperties = changedProperties(oldResource, newResource).filter((name) =>
    replacementProperties(oldResource.Type).includes(name),
  )
  return replacingProperties.length > 0
    ? [`${label} is replaced by an empty one, because its ${replacingProperties.join(', ')} changes.`]
    : []
}

function changedProperties(
  { Properties: oldProperties = {} }: Resource,
  { Properties: newProperties = {} }: Resource,
): string[] {
  const names = new Set([...Object.keys(oldProperties), ...Object.keys(newProperties)])
  return [...names].filter((name) => differ(oldProperties[name], newProperties[name])).toSorted()
}

const isFunction = ({ oldResource, newResource }: Difference) =>
  (newResource ?? oldResource)?.Type === 'AWS::Lambda::Function'

function functionsIn(all: readonly Difference[]): string[] {
  const functionDifferences = all.filter(isFunction)
  const changedFunctions = functionDifferences.flatMap(({ id, oldResource, newResource }) =>
    oldResource && newResource ? [{ id, names: changedProperties(oldResource, newResource) }] : [],
  )
  const settings = changedFunctions.flatMap(({ id, names }) => {
    const otherProperties = names.filter((name) => name !== 'Code')
    return otherProperties.length > 0 ? [`${logicalName(id)} (${otherProperties.join(', ')})`] : []
  })
  const lines: [string, string[]][] = [
    [
      'Functions with new code',
      changedFunctions.filter(({ names }) => names.includes('Code')).map(({ id }) => logicalName(id)),
    ],
    ['Functions with new settings', settings],
    ['New functions', functionDifferences.filter(({ oldResource }) => !oldResource).map(({ id }) => logicalName(id))],
    [
      'Removed functions',
      functionDifferences.filter(({ newResource }) => !newResource).map(({ id }) => logicalName(id)),
    ],
  ]
  return lines.flatMap(([label, names]) => (names.length > 0 ? [`${label}: ${names.join(', ')}.`] : []))
}

/** All other changes, counted by type: `HttpApi Route: 2 new, 1 changed.` */
function otherChanges(all: readonly Difference[]): string[] {
  const otherDifferences = all.filter((each) => !isFunction(each))
  const groups = Object.groupBy(
    otherDifferences,
    ({ oldResource, newResource }) => (newResource ?? oldResource)?.Type.split('::').slice(1).join(' ') ?? '',
  )
  return Object.entries(groups).map(([kind, differences = []]) => {
    const counts = [
      [differences.filter(({ oldResource }) => !oldResource).length, 'new'],
      [differences.filter(({ oldResource, newResource }) => oldResource && newResource).length, 'changed'],
      [differences.filter(({ newResource }) => !newResource).length, 'removed'],
    ] as const
    return `${kind}: ${counts.flatMap(([count, label]) => (count > 0 ? [`${count} ${label}`] : [])).join(', ')}.`
  })
}
