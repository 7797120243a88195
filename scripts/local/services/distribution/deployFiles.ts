import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import type { Assembly, Resource } from '../../types.ts'
import { contentTypeOf } from './contentTypes.ts'
import type { Files } from './files.ts'
import { StartError } from '../../startError.ts'

type Deployment = {
  SourceObjectKeys: string[]
  SourceMarkers?: Record<string, unknown>[]
  SourceMarkersConfig?: { jsonEscape?: boolean; markerEncodings?: Record<string, string> }[]
  DestinationBucketName: string
  DestinationBucketKeyPrefix?: string
  Prune?: boolean
  Extract?: boolean
  Include?: string[]
  Exclude?: string[]
  SystemMetadata?: Record<string, string>
}

/**
 * Carries out CDK's bucket deployments in template order. On AWS, a function does this with `aws s3 sync` when a stack
 * is deployed. Markers in the files are replaced by the values of this assembly.
 */
export async function deployFiles(assembly: Assembly, files: Files): Promise<void> {
  for (const resource of assembly.ofType('Custom::CDKBucketDeployment')) await deploy(assembly, resource, files)
}

const KNOWN_PROPERTIES = [
  ...'DestinationBucketKeyPrefix DestinationBucketName Exclude Extract Include Prune'.split(' '),
  ...'SourceMarkers SourceMarkersConfig SourceObjectKeys SystemMetadata'.split(' '),
  // These have no effect locally, where nothing is cached and no deployment is removed.
  ...'DistributionId DistributionPaths OutputObjectKeys RetainOnDelete ServiceToken SignContent'.split(' '),
  ...'SourceBucketNames WaitForDistributionInvalidation'.split(' '),
]

async function deploy(assembly: Assembly, resource: Resource, files: Files): Promise<void> {
  const deployment = assembly.resolve<Deployment>(resource.stack, resource.properties)
  rejectUnknownProperties(deployment, KNOWN_PROPERTIES, describeResource(resource))
  const { DestinationBucketName: bucket, SystemMetadata = {}, Prune = true, Extract = true } = deployment
  if (!Extract)
    throw new StartError(`${resource.logicalId} deploys an archive as it is, which the local cloud does not.`)
  const prefix = (deployment.DestinationBucketKeyPrefix ?? '').replace(/^\/|\/$/g, '')
  const start = prefix && `${prefix}/`

  const contents = new Map<string, Buffer>()
  for (const [index, key] of deployment.SourceObjectKeys.entries()) {
    const folder = assembly.assetPath(resource.stack, key)
    if (!(await stat(folder)).isDirectory())
      throw new StartError(`${resource.logicalId} deploys an archive; give it a folder.`)
    const localized = (text: string) => assembly.resolve<string>(resource.stack, text)
    const replace = markerReplacer(
      localized,
      deployment.SourceMarkers?.[index],
      deployment.SourceMarkersConfig?.[index],
    )
    for (const name of await filesUnder(folder)) contents.set(name, replace(await readFile(join(folder, name))))
  }
  const isIncluded = filter(deployment.Exclude, deployment.Include)
  const headers = Object.fromEntries(Object.entries(SystemMetadata).map(([name, value]) => [name.toLowerCase(), value]))
  for (const [name, body] of contents) {
    if (isIncluded(name))
      await files.put(bucket, start + name, body, { 'content-type': contentTypeOf(name), ...headers })
  }
  if (!Prune) return
  for (const key of await files.keys(bucket)) {
    const name = key.startsWith(start) ? key.slice(start.length) : undefined
    if (name !== undefined && isIncluded(name) && !contents.has(name)) await files.remove(bucket, key)
  }
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return files.map((path) => relative(folder, path).replaceAll(sep, '/')).toSorted()
}

function markerReplacer(
  localized: (text: string) => string,
  markers: Record<string, unknown> = {},
  { jsonEscape = false, markerEncodings = {} }: { jsonEscape?: boolean; markerEncodings?: Record<string, string> } = {},
): (body: Buffer) => Buffer {
  const replacements = Object.entries(markers).map(([marker, value]) => {
    const encoding = markerEncodings[marker] ?? (jsonEscape ? 'UNQUOTED_JSON_VALUE' : 'LITERAL')
    return [marker, encodeMarker(encoding, value)] as const
  })
  if (replacements.length === 0) return (body) => body
  return (body) => {
    const rawText = body.toString('latin1')
    let text = rawText
    // latin1 keeps every byte of a binary file; the value is inserted as its UTF-8 bytes.
    for (const [marker, value] of replacements)
      text = text.replaceAll(marker, () => Buffer.from(value).toString('latin1'))
    // AWS addresses are only complete once their host is inserted; now they are replaced by local ones.
    return text === rawText ? body : Buffer.from(localized(text), 'latin1')
  }
}

function encodeMarker(encoding: string, value: unknown): string {
  if (encoding === 'LITERAL') return String(value)
  if (encoding === 'JSON_VALUE') return JSON.stringify(value)
  if (encoding === 'UNQUOTED_JSON_VALUE') return JSON.stringify(value).replace(/^"(.*)"$/s, '$1')
  throw new StartError(`The local cloud does not know the marker encoding ${encoding}.`)
}

/** `aws s3 sync --exclude … --include …`: the last matching filter decides. */
function filter(exclude: readonly string[] = [], include: readonly string[] = []): (name: string) => boolean {
  const matches = (patterns: readonly string[], name: string) =>
    patterns.some((pattern) => wildcard(pattern).test(name))
  return (name) => !matches(exclude, name) || matches(include, name)
}

/** A pattern in which `*` matches any characters and `?` one. */
export const wildcard = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  )
