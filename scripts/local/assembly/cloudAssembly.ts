import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AssemblyError } from './assemblyError.ts'

type TemplateResource = { Type: string; Properties?: Record<string, unknown>; Condition?: string }

/** The parts of a CloudFormation template that are used. */
export type Template = {
  Resources?: Record<string, TemplateResource>
  Outputs?: Record<string, { Value: unknown; Export?: { Name: unknown }; Condition?: string }>
  Parameters?: Record<string, { Type: string; Default?: unknown }>
  Mappings?: Record<string, Record<string, Record<string, unknown>>>
  Conditions?: Record<string, unknown>
}

export type Stack = { name: string; account?: string; region?: string; template: Template }

/** The stacks in deployment order, and the path of each asset by the S3 key that templates refer to. */
export type CloudAssembly = { stacks: Stack[]; assets: Map<string, string> }

type Artifact = {
  type: string
  environment?: string
  properties?: { templateFile?: string; stackName?: string; file?: string; directoryName?: string }
  dependencies?: string[]
}

type AssetManifest = {
  files?: Record<string, { source: { path?: string }; destinations: Record<string, { objectKey: string }> }>
}

/** Reads the app that CDK has synthesized into `dir`, including nested assemblies. Throws an AssemblyError. */
export function readCloudAssembly(dir: string): CloudAssembly {
  const { artifacts = {} } = readJson<{ artifacts?: Record<string, Artifact> }>(join(dir, 'manifest.json'))
  const stacks: Stack[] = []
  const assets = new Map<string, string>()
  for (const id of deploymentOrder(artifacts)) {
    const { type, environment, properties = {} } = artifacts[id] ?? { type: 'none' }
    if (type === 'cdk:cloud-assembly' && properties.directoryName) {
      const nested = readCloudAssembly(join(dir, properties.directoryName))
      stacks.push(...nested.stacks)
      for (const [key, path] of nested.assets) assets.set(key, path)
    }
    if (type === 'cdk:asset-manifest' && properties.file) {
      const { files = {} } = readJson<AssetManifest>(join(dir, properties.file))
      for (const { source, destinations } of Object.values(files)) {
        if (!source.path) continue
        for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, resolve(dir, source.path))
      }
    }
    if (type === 'aws:cloudformation:stack' && properties.templateFile) {
      const template = readJson<Template>(join(dir, properties.templateFile))
      stacks.push({ name: properties.stackName ?? id, ...placeOf(environment), template })
    }
  }
  return { stacks, assets }
}

function readJson<T>(file: string): T {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    throw new AssemblyError(`The synthesized app is not complete, for ${file} cannot be read: synthesize it again.`)
  }
  try {
    return JSON.parse(content) as T
  } catch {
    throw new AssemblyError(`The synthesized app is broken, for ${file} is not JSON: synthesize it again.`)
  }
}

// `aws://123456789012/us-east-1`; values that the app leaves open are `unknown-account` and `unknown-region`.
function placeOf(environment = ''): { account?: string; region?: string } {
  const [account, region] = environment.replace('aws://', '').split('/')
  const knownPart = (part: string | undefined) => (part && !part.startsWith('unknown-') ? part : undefined)
  return { account: knownPart(account), region: knownPart(region) }
}

function deploymentOrder(artifacts: Record<string, Artifact>): string[] {
  const order = new Set<string>()
  const visit = (id: string, path: string[]): void => {
    if (order.has(id)) return
    if (path.includes(id))
      throw new AssemblyError(`The stacks of the synthesized app wait for each other: ${[...path, id].join(', ')}.`)
    for (const dependency of artifacts[id]?.dependencies ?? []) visit(dependency, [...path, id])
    order.add(id)
  }
  for (const id of Object.keys(artifacts)) visit(id, [])
  return [...order]
}
